import { recordAudit } from '#backend/audit.ts'
import { holdExchanges } from '#backend/carrier/held-exchanges.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { auditOf, type By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Holds } from '#backend/hold/holds.ts'
import { recordChange, type Recorded } from '#backend/step/record-change.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { AnyProcedure } from './definition.ts'
import { setHeldUntil } from './orders.ts'
import { toldOrder, type ToldOrder } from './told-order.ts'

/** What is written down of a change: past tense, `high-speed-turned-off`. */
type Audit = { readonly action: string; readonly details?: Record<string, unknown> }

export type Commit = ReturnType<typeof createCommit>

/** The only writer of audit and message of a change: with the step they belong to, or not at all. */
export function createCommit({
  outbox,
  sealing,
  holds,
}: {
  outbox: Outbox
  sealing: Sealing
  holds: Pick<Holds, 'place'>
}) {
  /**
   * One step of an order: its row and event (with the receipt, which is made of the row), the audit of it, and what the
   * member gets. Without a message the member gets none.
   */
  async function order<Row extends OrderRow>(
    tx: Db,
    by: By,
    change: {
      procedure: AnyProcedure
      /** Of `procedure.open`, `.advance` or `.patch`; an order whose step was taken already may be given instead. */
      step: Row | ((tx: Db, by: By) => Promise<Row>)
      audit: Audit
      message?: ((told: ToldOrder<Row>) => MemberMessage) | undefined
    },
  ): Promise<Row> {
    const { procedure, step, audit, message } = change
    const taken = typeof step === 'function' ? await step(tx, by) : step
    const row = await holdIfDue(tx, by, procedure, taken)
    await recordAudit(tx, {
      ...auditOf(by, audit.details),
      action: audit.action,
      target: row.order_no,
    })
    if (message) {
      const told = await toldOrder(tx, sealing, procedure, await accountOf(tx, by), row)
      await outbox.post(tx, { ...message(told), isOwnAct: isActOf(by, row) }, by.now)
    }
    return row
  }

  /**
   * Whether the member has just seen this done. What waited, what is held, and what came from a device that the account does
   * not know is news to the owner.
   */
  function isActOf({ actor, sessionHash, fromNewDevice }: By, row: OrderRow): boolean {
    if (actor !== 'member' || sessionHash === undefined) return false
    return fromNewDevice === undefined && row.held_until === null
  }

  /** An order that follows a login from a new device waits, where its procedure says so. */
  async function holdIfDue<Row extends OrderRow>(
    tx: Db,
    by: By,
    { holdHours: hours }: AnyProcedure,
    row: Row,
  ): Promise<Row> {
    const isOpening =
      row.held_until === null && row.closed_at === null && isAt(row.requested_at, by.now)
    if (hours === undefined || !isOpening || by.fromNewDevice === undefined) return row
    const { contract_id: contractId, order_no: orderNo, procedure: operation } = row
    const accountId = await accountOf(tx, by)
    const sessionHash = by.fromNewDevice
    const held = { accountId, contractId, orderNo, operation, sessionHash, hours }
    const until = await holds.place(tx, held, by.now)
    await setHeldUntil(tx, row, until)
    await holdExchanges(tx, { contractId, orderNo })
    await recordAudit(tx, { ...auditOf(by), action: 'order-held', target: orderNo })
    return { ...row, held_until: until }
  }

  /** A change that leaves no order: the caller has written it in this transaction. */
  async function change(
    tx: Db,
    by: By,
    recorded: Recorded & { message?: ((accountId: string) => MemberMessage) | undefined },
  ): Promise<void> {
    await recordChange(tx, { outbox }, by, recorded)
  }

  return { order, change }
}

/** The database keeps less of an instant than the clock gives. */
const isAt = (kept: Instant, now: Instant) => kept.epochMilliseconds === now.epochMilliseconds

async function accountOf(tx: Db, { accountId, contractId }: By): Promise<string> {
  if (accountId !== undefined) return accountId
  const row = await tx
    .selectFrom('contract')
    .select('account_id')
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return row.account_id
}
