import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { upsertRow } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import type { partnerApi } from '#protocol/partner.ts'
import { surveyOn, type Survey } from '../queries/surveys.ts'
import { surveyAnswersAad } from '../rows.ts'

type Given = Input<typeof partnerApi.enquetePost>['body']

/**
 * Saves the answers; later answers replace earlier ones, and no question has to be answered.
 * @throws RefusalError NOT_FOUND for a survey that is not in force, VALIDATION_FAILED for a value that is no choice of its question
 */
export async function answerSurvey(
  tx: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  { accountId, now }: AccountWho,
  { surveyId, answers }: Given,
): Promise<Answer<typeof partnerApi.enquetePost>> {
  const survey = surveyOn(toTokyoDate(now))
  if (survey?.surveyId !== surveyId) throw new RefusalError('NOT_FOUND')
  const wrong = answers.filter((answer) => !fits(survey, answer))
  if (wrong.length > 0)
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: Object.fromEntries(
        wrong.map(({ questionId }) => [questionId, ['選択肢から選び直してください。']]),
      ),
    })
  const saved = {
    answers_sealed: sealing.seal(surveyAnswersAad(accountId, surveyId), JSON.stringify(answers)),
    answered_at: now,
  }
  await upsertRow(tx, 'survey_answer', { account_id: accountId, survey_id: surveyId }, saved)
  return { answeredAt: formatRfc3339(now) }
}

function fits({ questions }: Survey, { questionId, values }: Given['answers'][number]): boolean {
  const question = questions.find((one) => one.questionId === questionId)
  if (question === undefined) return false
  if (question.kind !== 'multiple' && values.length > 1) return false
  if (question.kind === 'text') return true
  return values.every((value) => question.choices.some((choice) => choice.value === value))
}
