import { recordAudit } from '#backend/audit.ts'
import { releaseExchanges } from '#backend/carrier/held-exchanges.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { closeDevice } from '#backend/login/close-sessions.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { deviceWords } from './device-words.ts'
import { RefusalError } from '#backend/refusal.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { endHold } from './end-hold.ts'
import type { HoldEnd } from './hold-end.ts'
import type { HoldRow } from './holds.ts'
import { holdStoppedMessage } from './messages.ts'
import { labelOf } from './words.ts'

export type HoldService = ReturnType<typeof createHoldService>

/** The end of a hold: it goes on at its hour, or a contact or another session of the member stops it. */
export function createHoldService(deps: {
  database: DatabaseHandle
  queue: JobQueue
  outbox: Outbox
  /** What each held operation does at its end, by the area that owns it. */
  parts: readonly HoldEnd[]
  /** Of the engine of procedures, which stands above. */
  setHeldUntil: (
    tx: Db,
    key: { contract_id: string; order_no: string },
    heldUntil: null,
  ) => Promise<{ closed_at: Instant | null } | undefined>
}) {
  const { database, queue, outbox, parts, setHeldUntil } = deps

  const partOf = (row: HoldRow) =>
    parts.find(({ operations }) => operations.includes(row.operation))

  async function release(now: Instant) {
    const due = await database.db
      .selectFrom('hold')
      .selectAll()
      .where('state', '=', 'held')
      .where('until', '<=', now)
      .orderBy('until')
      .limit(500)
      .execute()
    for (const found of due)
      await database.db.transaction().execute(async (tx) => {
        const row = await decide(tx, found, 'released', now)
        if (row === undefined) return
        await letGoOn(tx, row, now)
        await partOf(row)?.released?.(tx, row, now)
        await audit(tx, row, 'hold-released', 'system', now)
      })
  }

  /** What waited for the carrier goes out, or never does: an order that is over asks for nothing. */
  async function letGoOn(
    tx: Db,
    { contract_id: contractId, order_no: orderNo }: HoldRow,
    now: Instant,
  ) {
    if (contractId === null) return
    const order = await setHeldUntil(tx, { contract_id: contractId, order_no: orderNo }, null)
    if (order === undefined || order.closed_at !== null) return endHold(tx, orderNo, now)
    await releaseExchanges(tx, queue, { contractId, orderNo }, now)
  }

  /** Once: later calls find it done. */
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

  /**
   * Ends the order without effect, and every session of the device it came from; that device is new again.
   * @throws RefusalError WRONG_STATE when it went on or was stopped before
   */
  async function stop(tx: Db, found: HoldRow, now: Instant) {
    const row = await decide(tx, found, 'stopped', now)
    if (row === undefined) throw new RefusalError('WRONG_STATE')
    const { account_id: accountId } = row
    await partOf(row)?.stopped(tx, row, now)
    await letGoOn(tx, row, now)
    await closeDevice(tx, { accountId, sessionHash: row.session_hash }, now)
    const { hold_no: holdNo, operation } = row
    await outbox.post(tx, holdStoppedMessage({ accountId, holdNo, operation }), now)
    await audit(tx, row, 'hold-stopped', 'member', now)
  }

  async function audit(
    tx: Db,
    row: HoldRow,
    action: string,
    actor: 'member' | 'system',
    at: Instant,
  ) {
    await recordAudit(tx, {
      chain: row.account_id,
      at,
      actor,
      accountId: row.account_id,
      action,
      target: row.hold_no,
      details: { order: row.order_no },
    })
  }

  /** @throws RefusalError NOT_FOUND for a link that is none of ours */
  async function findByLink(db: Db, secret: string): Promise<HoldRow> {
    return db
      .selectFrom('hold')
      .selectAll()
      .where('stop_hash', '=', hashSecret(secret))
      .executeTakeFirstOrThrow(() => new RefusalError('NOT_FOUND'))
  }

  async function findOwn(db: Db, accountId: string, holdNo: string): Promise<HoldRow> {
    return db
      .selectFrom('hold')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('hold_no', '=', holdNo)
      .executeTakeFirstOrThrow(() => new RefusalError('NOT_FOUND'))
  }

  /** Those that wait, and what was decided lately. */
  async function list(db: Db, accountId: string) {
    const rows = await db
      .selectFrom('hold')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('state', '=', 'held')
      .orderBy('until')
      .execute()
    return Promise.all(rows.map((row) => toWire(db, row)))
  }

  async function toWire(db: Db, row: HoldRow) {
    const session = await db
      .selectFrom('session')
      .select('user_agent')
      .where('session_hash', '=', row.session_hash)
      .executeTakeFirst()
    return {
      holdNo: row.hold_no,
      operation: row.operation,
      label: labelOf(row.operation),
      state: row.state,
      device: deviceWords(session?.user_agent ?? ''),
      heldAt: formatRfc3339(row.held_at),
      until: formatRfc3339(row.until),
    }
  }

  /** By the link of a message: the link itself is the right to stop. */
  const stopByLink = (secret: string, now: Instant) =>
    database.db.transaction().execute(async (tx) => stop(tx, await findByLink(tx, secret), now))

  return { release, stop, stopByLink, findByLink, findOwn, list, toWire }
}
