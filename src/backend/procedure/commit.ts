import { recordAudit } from '#backend/audit.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { auditOf, type By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { AnyProcedure } from './definition.ts'
import { toldOrder, type ToldOrder } from './told-order.ts'

/** What is written down of a change: past tense, `high-speed-turned-off`. */
type Audit = { readonly action: string; readonly details?: Record<string, unknown> }

export type Commit = ReturnType<typeof createCommit>

/** The only writer of audit and message of a change: with the step they belong to, or not at all. */
export function createCommit({ outbox, sealing }: { outbox: Outbox; sealing: Sealing }) {
  /**
   * One step of an order: its row and event (with the receipt, which is made of the row), the audit of it, and what the
   * member is told. Without a message the member is told nothing.
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
    const row = typeof step === 'function' ? await step(tx, by) : step
    await recordAudit(tx, {
      ...auditOf(by, audit.details),
      action: audit.action,
      target: row.order_no,
    })
    if (message) {
      const told = await toldOrder(tx, sealing, procedure, await accountOf(tx, by), row)
      await outbox.post(tx, message(told), by.now)
    }
    return row
  }

  /** A change that leaves no order: the caller has written it in this transaction. */
  async function change(
    tx: Db,
    by: By,
    {
      target,
      message,
      ...audit
    }: Audit & {
      /** Id of the thing it happened to; never a phone number or a name. */
      target: string
      message?: ((accountId: string) => MemberMessage) | undefined
    },
  ): Promise<void> {
    await recordAudit(tx, { ...auditOf(by, audit.details), action: audit.action, target })
    if (message) await outbox.post(tx, message(await accountOf(tx, by)), by.now)
  }

  return { order, change }
}

async function accountOf(tx: Db, { accountId, contractId }: By): Promise<string> {
  if (accountId !== undefined) return accountId
  const row = await tx
    .selectFrom('contract')
    .select('account_id')
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return row.account_id
}
