import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { lockConsent } from '../rows.ts'
import { consents } from '../steps.ts'

/**
 * The holder says that the user, who is 18 by now, agrees, or takes the consent back, which erases the birthday.
 * @throws RefusalError NOT_FOUND, WRONG_STATE
 */
export async function answerConsent(
  tx: Db,
  deps: StepDeps,
  who: By,
  { lineId, answer }: { readonly lineId: string; readonly answer: 'confirm' | 'erase' },
): Promise<void> {
  await lockContract(tx, who.contractId)
  const row = await lockConsent(tx, who.contractId, lineId)
  if (row === undefined) throw new RefusalError('NOT_FOUND')
  if (answer === 'confirm') await takeStep(tx, deps, who, consents, { row, step: 'confirmed' })
  else
    await takeStep(tx, deps, who, consents, {
      row,
      step: 'withdrawn',
      patch: { birth_sealed: null },
    })
}
