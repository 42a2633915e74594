import { findContract } from '#backend/contract/contracts.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { isOpenSuccession } from '#domain/succession/succession-states.ts'
import { findStoppable, type ToStop } from '../queries/stop.ts'
import type { SuccessionRow } from '../rows/successions.ts'
import { successions } from '../steps.ts'
import { resumeContract } from './pause-contract.ts'

/**
 * The holder stops a succession that was begun as if they had died: by the link of a message, or signed in. Repeating it
 * changes nothing.
 * @throws RefusalError NOT_FOUND
 */
export async function stopSuccession(
  tx: Db,
  deps: StepDeps,
  { now, traceKey }: Pick<AccountWho, 'now' | 'traceKey'>,
  of: ToStop,
): Promise<SuccessionRow> {
  const row = await findStoppable(tx, of, { lock: true })
  if (!isOpenSuccession(row.state) || row.order_no === null) return row
  const { account_id: holder } = await findContract(tx, row.contract_id)
  const who = { actor: 'member', accountId: holder, now, ...(traceKey && { traceKey }) } as const
  await resumeContract(tx, row.contract_id, who)
  const by = of.secret === undefined ? 'session' : 'link'
  return takeStep(tx, deps, who, successions, { row, step: 'stopped', facts: { holder, by } })
}
