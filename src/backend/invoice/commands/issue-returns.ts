import { sql } from 'kysely'
import { isolated } from '#backend/jobs/isolated.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { ISSUED_OF_ITSELF_FROM } from '#domain/invoice/return-invoice.ts'
import type { Instant } from '#domain/tokyo.ts'
import { issueReturn } from './issue-invoice.ts'

type Deps = Pick<ProcedureDeps, 'database' | 'log' | 'sealing' | 'book' | 'queue' | 'outbox'>

/** Issues the return invoices that nobody has to ask for (billing.md 20); one that fails stops no other. */
export async function issueReturns(deps: Deps, now: Instant): Promise<void> {
  const { db } = deps.database
  const owed = await db
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
  for (const { contract_id: contractId, month } of owed)
    await isolated(deps.log, { contractId, month }, 'return invoice not issued', () =>
      db
        .transaction()
        .execute((tx) => issueReturn(tx, deps, { actor: 'system', contractId, now }, month)),
    )
}
