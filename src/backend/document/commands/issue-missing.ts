import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { addDays, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { paperCopy } from '../procedure.ts'
import { PAPER_DAYS } from '../queries/paper.ts'
import { requestDocument, type RequestDeps } from './request-document.ts'

type ApartDeps = Pick<ProcedureDeps, 'database' | 'log'>
type Deps = ApartDeps & RequestDeps

/** Days to look back for changes without a document: longer than any outage. */
const LOOK_BACK_DAYS = 62

/** A served contract always has its document: issues those that are missing. */
export async function issueMissing(deps: Deps, now: Instant): Promise<void> {
  const bare = await deps.database.db
    .selectFrom('contract')
    .select('contract_id')
    .where('status', 'in', ['active', 'suspended', 'cancel_reserved'])
    .where(
      sql<boolean>`not exists (select 1 from contract_document as made
        where made.contract_id = contract.contract_id)`,
    )
    .limit(500)
    .execute()
  for (const { contract_id: contractId } of bare)
    await apart(deps, { contractId }, 'document not asked for', (tx) =>
      requestDocument(tx, deps, { contractId, kind: 'new', now }),
    )
}

/** Every change that has come into force has its document, whichever procedure made it. */
export async function issueForChanges(deps: Deps, now: Instant): Promise<void> {
  const changed = await deps.database.db
    .selectFrom('procedure_order')
    .innerJoin('contract', 'contract.contract_id', 'procedure_order.contract_id')
    .select(['procedure_order.contract_id', 'procedure_order.order_no'])
    .where('procedure', 'in', deps.procedures.changingTerms)
    .where('procedure_order.state', 'in', [
      'applied',
      'switched',
      'auto_switched',
      'executed',
      'handed_over',
      'done',
      'ended',
    ])
    .where(sql<boolean>`procedure_order.details -> 'changesTerms' is distinct from 'false'::jsonb`)
    .where('closed_at', '>=', now.subtract({ hours: 24 * LOOK_BACK_DAYS }))
    .where('contract.status', 'in', ['active', 'suspended', 'cancel_reserved'])
    .where(
      sql<boolean>`not exists (select 1 from contract_document as made
        where made.contract_id = procedure_order.contract_id
          and made.order_no = procedure_order.order_no)`,
    )
    .orderBy('closed_at')
    .limit(500)
    .execute()
  for (const { contract_id: contractId, order_no: orderNo } of changed)
    await apart(deps, { orderNo }, 'document not asked for', (tx) =>
      requestDocument(tx, deps, { contractId, kind: 'change', orderNo, now }),
    )
}

const steps = [
  { from: 'ordered', event: 'printed', afterDays: PAPER_DAYS.printed },
  { from: 'printed', event: 'shipped', afterDays: PAPER_DAYS.shipped },
  { from: 'shipped', event: 'delivered', afterDays: PAPER_DAYS.delivered },
] as const

/** Paper copies move on by days (ours); a real mail room would report the same events. */
export async function movePapers(deps: ApartDeps, now: Instant): Promise<void> {
  const today = toTokyoDate(now)
  for (const { from, event, afterDays } of steps) {
    const open = await paperCopy.findOpen(deps.database.db, [from])
    const missing = open.filter((row) => addDays(toTokyoDate(row.requested_at), afterDays) <= today)
    for (const { contract_id: contractId, order_no: orderNo } of missing)
      await apart(deps, { orderNo }, 'paper copy not moved on', (tx) =>
        paperCopy.advance(orderNo, {
          event,
          merge: event === 'shipped' ? { shippedAt: now } : {},
        })(tx, { actor: 'system', contractId, now }),
      )
  }
}

/** Each in a transaction of its own: one that fails stops no other. */
const apart = (
  { database, log }: ApartDeps,
  of: object,
  failure: string,
  work: (tx: Db) => Promise<unknown>,
) => isolated(log, of, failure, () => database.db.transaction().execute(work))
