import { sql } from 'kysely'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { staffDecisionJob } from '#backend/jobs/staff-decision-job.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import { SECONDS_TO_TAKE_BACK } from '#domain/console/decision-states.ts'
import type { IsHoliday } from '#domain/console/desk-hours.ts'
import { findListed, whoOn, type ItemKey } from '../queries/listed-item.ts'
import type { ItemKind } from '../queries/streams.ts'
import { caseOf } from '../queries/taken-items.ts'
import { wordsAad } from '../tables.ts'
import { waitingDecisions, type DecisionRow } from '../rows/decisions.ts'
import { decisions } from '../steps.ts'
import { attempt } from './attempt.ts'
import { runAct, type Given, type ItemAct, type StaffWho } from './run-act.ts'

export type QueueDeps = Pick<
  ProcedureDeps,
  'database' | 'sealing' | 'queue' | 'outbox' | 'log' | 'procedures'
> & {
  readonly kinds: ReadonlyMap<string, ItemKind>
  readonly isHoliday: IsHoliday
}

/**
 * Notes what somebody of the staff decided of an item. It is tried and undone at once, so that what the item does not
 * allow is refused now and not a minute later.
 * @throws RefusalError QUEUE_ITEM_GONE, QUEUE_ITEM_DECIDED, QUEUE_ACT_UNFIT, CONFIRMED_BY_ANOTHER
 */
export async function decideItem<Act extends ItemAct>(
  tx: Db,
  deps: QueueDeps,
  by: StaffWho,
  key: ItemKey,
  { act, given }: { readonly act: Act; readonly given: Given[Act] },
): Promise<DecisionRow> {
  const item = await findListed(tx, deps, key, by)
  if (!item.kind.acts.includes(act)) throw new RefusalError('QUEUE_ACT_UNFIT')
  await lockItem(tx, key)
  if ((await waitingDecisions(tx, [key])).length > 0) throw new RefusalError('QUEUE_ITEM_DECIDED')
  const caseNo = await caseOf(tx, item)
  const who = { ...whoOn(item, by), ...(caseNo !== undefined && { caseNo }) }
  const unfit = await attempt(
    tx,
    () => runAct(tx, deps, { kind: item.kind, ref: item.ref, who }, { act, given }),
    { isTrial: true },
  )
  // That it takes another person is no fault of the item: whoever reads it hands it on.
  if (unfit instanceof RefusalError && unfit.code === 'CONFIRMED_BY_ANOTHER') throw unfit
  if (unfit !== undefined) throw new RefusalError('QUEUE_ACT_UNFIT', { cause: unfit })
  const decisionId = newId('dec')
  const values = {
    decision_id: decisionId,
    chain: item.contract_id ?? item.account_id ?? 'system',
    queue: item.kind.queue,
    item: item.kind.name,
    ref: item.ref,
    act,
    choice: given.choice,
    words_sealed: deps.sealing.seal(wordsAad(decisionId), JSON.stringify(given)),
    staff_id: by.staffId,
    role: by.role,
    case_no: caseNo ?? null,
    decided_at: by.now,
    carry_out_at: by.now.add({ seconds: SECONDS_TO_TAKE_BACK }),
    ended_at: null,
  }
  const row = await takeFirstStep(tx, deps, who, decisions, { step: 'decided', values })
  await deps.queue.send(tx, staffDecisionJob, { decisionId })
  return row
}

/** Two who decide at once: the second finds it decided. */
const lockItem = (tx: Db, { item, ref }: ItemKey) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`staff decision ${item} ${ref}`}, 0))`.execute(
    tx,
  )
