import { releaseExchanges } from '#backend/carrier/exchanges-on-hold.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { closeDevice } from '#backend/login/close-sessions.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordChange, recordNote, type StepDeps } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { endHold, type HoldEnd, type HoldRow } from './holds.ts'
import { holdStoppedMessage } from './messages.ts'
import { findHoldByLink } from './queries.ts'

export type HoldDeps = StepDeps & {
  readonly database: DatabaseHandle
  readonly queue: JobQueue
  /** What each operation on hold does at its end, by the area that owns it. */
  readonly parts: readonly HoldEnd[]
  /** Of procedures, which stand above. */
  readonly setHoldEnd: (
    tx: Db,
    key: { contract_id: string; order_no: string },
    until: null,
  ) => Promise<{ closed_at: Instant | null } | undefined>
}

/** Hourly: what nobody has stopped goes on at its hour. */
export async function releaseDueHolds(deps: HoldDeps, now: Instant) {
  const expired = await deps.database.db
    .selectFrom('hold')
    .selectAll()
    .where('state', '=', 'held')
    .where('until', '<=', now)
    .orderBy('until')
    .limit(500)
    .execute()
  for (const found of expired)
    await deps.database.db.transaction().execute(async (tx) => {
      const row = await decide(tx, found, 'released', now)
      if (row === undefined) return
      await goOn(tx, deps, row, now)
      await partOf(deps, row)?.released?.(tx, row, now)
      await recordNote(
        tx,
        { actor: 'system', accountId: row.account_id, now },
        { action: 'hold-released', target: row.hold_no, details: { order: row.order_no } },
      )
    })
}

/**
 * Ends the order without effect, and every session of the device it came from; that device is new again.
 * @throws RefusalError WRONG_STATE when it went on or was stopped before
 */
export async function stopHold(tx: Db, deps: HoldDeps, found: HoldRow, now: Instant) {
  const row = await decide(tx, found, 'stopped', now)
  if (row === undefined) throw new RefusalError('WRONG_STATE')
  const { account_id: accountId, hold_no: holdNo, operation } = row
  await partOf(deps, row)?.stopped(tx, row, now)
  await goOn(tx, deps, row, now)
  await closeDevice(tx, { accountId, sessionHash: row.session_hash }, now)
  await recordChange(
    tx,
    deps,
    { actor: 'member', accountId, now },
    {
      action: 'hold-stopped',
      target: holdNo,
      details: { order: row.order_no },
      message: () => holdStoppedMessage({ accountId, holdNo, operation }),
    },
  )
}

/** By the link of a message: the link itself is the right to stop. */
export const stopHoldByLink = (deps: HoldDeps, secret: string, now: Instant) =>
  deps.database.db
    .transaction()
    .execute(async (tx) => stopHold(tx, deps, await findHoldByLink(tx, secret), now))

const partOf = ({ parts }: HoldDeps, row: HoldRow) =>
  parts.find(({ operations }) => operations.includes(row.operation))

/** Requests to the carrier are sent, or dropped where the order is over. */
async function goOn(
  tx: Db,
  { queue, setHoldEnd }: HoldDeps,
  { contract_id: contractId, order_no: orderNo }: HoldRow,
  now: Instant,
) {
  if (contractId === null) return
  const order = await setHoldEnd(tx, { contract_id: contractId, order_no: orderNo }, null)
  if (order === undefined || order.closed_at !== null) return endHold(tx, orderNo, now)
  await releaseExchanges(tx, queue, { contractId, orderNo }, now)
}

/** @returns undefined where it was decided before */
async function decide(tx: Db, row: HoldRow, state: 'released' | 'stopped', now: Instant) {
  if (row.contract_id !== null) await lockContract(tx, row.contract_id)
  return tx
    .updateTable('hold')
    .set({ state, decided_at: now })
    .where('account_id', '=', row.account_id)
    .where('hold_no', '=', row.hold_no)
    .where('state', '=', 'held')
    .returningAll()
    .executeTakeFirst()
}
