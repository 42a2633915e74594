import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import { ISSUED_OF_ITSELF_FROM } from '#domain/invoice/return-invoice.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { InvoiceIssue } from './issue.ts'
import { returnIssuedMessage } from './messages.ts'

/** Return invoices that nobody has to ask for (billing.md 20); one that fails holds up no other. */
export function createReturnTask(
  { database: { db }, log }: Pick<AreaDeps, 'database' | 'log'>,
  issue: InvoiceIssue,
) {
  return async (now: Instant): Promise<void> => {
    const due = await db
      .selectFrom('bill_rate as r')
      .select(['r.contract_id', 'r.month'])
      .where('r.total_yen', '<', 0)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('invoice as i')
              .select('i.invoice_id')
              .whereRef('i.contract_id', '=', 'r.contract_id')
              .whereRef('i.month', '=', 'r.month')
              .where('i.kind', '=', 'return'),
          ),
        ),
      )
      .groupBy(['r.contract_id', 'r.month'])
      .having(sql`sum(r.total_yen)`, '<=', -ISSUED_OF_ITSELF_FROM)
      .orderBy('r.contract_id')
      .limit(500)
      .execute()
    for (const { contract_id: contractId, month } of due) {
      try {
        await db
          .transaction()
          .execute((tx) =>
            issue.issueReturn(tx, { actor: 'system', contractId, now }, month, returnIssuedMessage),
          )
      } catch (err) {
        if (isDatabaseOutage(err)) throw err
        log.error({ err, contractId, month }, 'return invoice not issued')
      }
    }
  }
}
