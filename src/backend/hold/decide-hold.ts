import { releaseExchanges } from '#backend/carrier/exchanges-on-hold.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { closeDevice } from '#backend/login/close-sessions.ts'
import { getRow } from '#backend/db/rows.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import {
  recordChange,
  recordNote,
  type Acting,
  type StepDeps,
} from '#backend/step/record-change.ts'
import { stoppableHolds, type HoldState } from '#domain/hold/hold-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { endHold, type HoldEnd, type HoldRow } from './holds.ts'
import { holdLapsedMessage, holdStoppedMessage } from './messages.ts'
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
  for (const found of await expired(deps, 'held', now))
    await deps.database.db.transaction().execute((tx) => release(tx, deps, found, now))
}

/** At once: what was ordered from a device whose owner has been proved strongly since (docs/decisions/111). */
export async function releaseHoldsOf(
  tx: Db,
  deps: HoldDeps,
  { accountId, deviceHash }: { readonly accountId: string; readonly deviceHash: string },
  now: Instant,
) {
  const waiting = await tx
    .selectFrom('hold')
    .innerJoin('session', 'session.session_hash', 'hold.session_hash')
    .selectAll('hold')
    .where('hold.account_id', '=', accountId)
    .where('hold.state', '=', 'held')
    .where('session.device_hash', '=', deviceHash)
    .orderBy('hold.held_at')
    .execute()
  for (const found of waiting) await release(tx, deps, found, now)
}

async function release(tx: Db, deps: HoldDeps, found: HoldRow, now: Instant) {
  const row = await decide(tx, found, 'released', now)
  if (row === undefined) return
  await goOn(tx, deps, row, now)
  await partOf(deps, row)?.released?.(tx, row, now)
  await recordNote(
    tx,
    { actor: 'system', accountId: row.account_id, now },
    { action: 'hold-released', target: row.hold_no, details: { order: row.order_no } },
  )
}

const expired = ({ database }: HoldDeps, state: HoldState, now: Instant) =>
  database.db
    .selectFrom('hold')
    .selectAll()
    .where('state', '=', state)
    .where('until', '<=', now)
    .orderBy('until')
    .limit(500)
    .execute()

/** Hourly: what staff asked for on behalf and no second person has confirmed ends without effect. */
export async function endUnconfirmed(deps: HoldDeps, now: Instant) {
  for (const found of await expired(deps, 'needs_confirmation', now))
    await deps.database.db.transaction().execute(async (tx) => {
      const row = await decide(tx, found, 'lapsed', now)
      if (row === undefined) return
      await partOf(deps, row)?.stopped(tx, row, now, 'lapsed')
      await goOn(tx, deps, row, now)
      const { account_id: accountId, hold_no: holdNo, operation } = row
      await recordChange(
        tx,
        deps,
        { actor: 'system', accountId, now },
        {
          action: 'hold-lapsed',
          target: holdNo,
          details: { order: row.order_no, caseNo: row.case_no },
          message: () => holdLapsedMessage({ accountId, holdNo, operation }),
        },
      )
    })
}

/**
 * A second person of the staff says that the member wants what the first has asked for: it goes on at its hour.
 * @throws RefusalError WRONG_STATE where it waits for nobody; CONFIRMED_BY_ANOTHER for who asked for it
 */
export async function confirmHold(
  tx: Db,
  by: Acting & { readonly staffId: string },
  holdNo: string,
): Promise<HoldRow> {
  const found = await getRow(tx, 'hold', { hold_no: holdNo }, notFound)
  if (found.staff_id === by.staffId) throw new RefusalError('CONFIRMED_BY_ANOTHER')
  const row = await tx
    .updateTable('hold')
    .set({ state: 'held', confirmed_by: by.staffId, confirmed_at: by.now })
    .where('account_id', '=', found.account_id)
    .where('hold_no', '=', holdNo)
    .where('state', '=', 'needs_confirmation')
    .where('until', '>', by.now)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new RefusalError('WRONG_STATE')
  const who = { ...by, accountId: row.account_id, caseNo: row.case_no ?? undefined }
  await recordNote(
    tx,
    { ...who, ...(row.contract_id !== null && { contractId: row.contract_id }) },
    { action: 'hold-confirmed', target: row.order_no, details: { hold: holdNo } },
  )
  return row
}

/** Hourly: what could be stopped for long enough cannot be any more. */
export const endWatched = ({ database }: HoldDeps, now: Instant) =>
  database.db
    .updateTable('hold')
    .set({ state: 'withdrawn', decided_at: now })
    .where('state', '=', 'watched')
    .where('until', '<=', now)
    .execute()

/**
 * Ends the order without effect, and every session of the device it came from; that device is new again.
 * @throws RefusalError WRONG_STATE when it went on or was stopped before
 */
export async function stopHold(tx: Db, deps: HoldDeps, found: HoldRow, now: Instant) {
  const row = await decide(tx, found, 'stopped', now)
  if (row === undefined) throw new RefusalError('WRONG_STATE')
  const { account_id: accountId, hold_no: holdNo, operation } = row
  await partOf(deps, row)?.stopped(tx, row, now, 'stopped')
  await goOn(tx, deps, row, now)
  // What staff asked for has no device of the member's.
  if (row.staff_id === null)
    await closeDevice(tx, { accountId, sessionHash: row.session_hash }, now)
  await recordChange(
    tx,
    deps,
    { actor: 'member', accountId, now },
    {
      action: 'hold-stopped',
      target: holdNo,
      details: { order: row.order_no },
      message: () => holdStoppedMessage({ accountId, holdNo, operation, caseNo: row.case_no }),
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

/** From where each end is reached by the state table. */
const comesFrom = {
  released: ['held'],
  stopped: stoppableHolds,
  lapsed: ['needs_confirmation'],
} as const

/** @returns undefined where it was decided before */
async function decide(
  tx: Db,
  row: HoldRow,
  state: 'released' | 'stopped' | 'lapsed',
  now: Instant,
) {
  if (row.contract_id !== null) await lockContract(tx, row.contract_id)
  return tx
    .updateTable('hold')
    .set({ state, decided_at: now })
    .where('account_id', '=', row.account_id)
    .where('hold_no', '=', row.hold_no)
    .where('state', 'in', comesFrom[state])
    .returningAll()
    .executeTakeFirst()
}
