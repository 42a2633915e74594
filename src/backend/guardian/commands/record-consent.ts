import { lockContract } from '#backend/contract/contracts.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { RefusalError } from '#backend/refusal.ts'
import { withoutMessages, type StepDeps } from '#backend/step/record-change.ts'
import { takeFirstStep, takeStep } from '#backend/step/take-step.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import type { ConsentWay, GuardianRelation } from '#vocabulary/guardian.ts'
import { birthAad, guardianAad, lockConsent } from '../rows.ts'
import { consents } from '../steps.ts'

/** Stores the consent of the holder, as the guardian of who uses a line, in the transaction that makes the line. */
export async function recordConsent(
  tx: Db,
  { sealing }: { readonly sealing: Sealing },
  who: Pick<Who, 'actor' | 'contractId' | 'accountId' | 'now'>,
  given: {
    readonly lineId: string
    readonly birth: TokyoDate
    readonly relation: GuardianRelation
    readonly way: ConsentWay
    readonly givenAt: Instant
  },
): Promise<void> {
  const { lineId, birth, relation, way, givenAt } = given
  const { name } = await readHolder(tx, sealing, who.accountId)
  await takeFirstStep(tx, withoutMessages, who, consents, {
    step: 'given',
    values: {
      contract_id: who.contractId,
      line_id: lineId,
      birth_sealed: sealing.seal(birthAad(lineId), birth),
      guardian_sealed: sealing.seal(guardianAad(lineId), name),
      relation,
      way,
      given_at: givenAt,
    },
    details: { relation, way },
  })
}

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
