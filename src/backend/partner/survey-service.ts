import { accountOf, type Caller } from '#backend/caller.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { RefusalError } from '#backend/refusal.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import type { partnerApi } from '#protocol/partner.ts'
import { surveyOn, type Survey } from './surveys.ts'

type Given = Input<typeof partnerApi.enquetePost>['body']

export const surveyAnswersAad = (accountId: string, surveyId: string) =>
  `survey_answer.answers:${accountId}:${surveyId}`

/** The survey in force, and whether it was answered. */
export async function listSurveys({
  db,
  now,
  ...caller
}: Caller): Promise<Answer<typeof partnerApi.enqueteGet>> {
  const { accountId } = accountOf({ db, now, ...caller })
  const survey = surveyOn(toTokyoDate(now))
  if (survey === undefined) return { surveys: [] }
  const { surveyId, title, questions } = survey
  const row = await db
    .selectFrom('survey_answer')
    .select('answered_at')
    .where('account_id', '=', accountId)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  const asked = questions.map((question) => ({ ...question, choices: [...question.choices] }))
  const answered = row === undefined ? {} : { answeredAt: formatRfc3339(row.answered_at) }
  return { surveys: [{ surveyId, title, questions: asked, ...answered }] }
}

/**
 * Keeps the answers; a later answer takes the place of the earlier one, and no question has to be answered.
 * @throws RefusalError NOT_FOUND for a survey that is not in force, VALIDATION_FAILED for an answer that is none of it
 */
export async function answerSurvey(
  caller: Caller,
  sealing: Sealing,
  { surveyId, answers }: Given,
): Promise<Answer<typeof partnerApi.enquetePost>> {
  const { accountId } = accountOf(caller)
  const { db: tx, now } = caller
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
  const kept = {
    answers_sealed: sealing.seal(surveyAnswersAad(accountId, surveyId), JSON.stringify(answers)),
    answered_at: now,
  }
  await tx
    .insertInto('survey_answer')
    .values({ account_id: accountId, survey_id: surveyId, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'survey_id']).doUpdateSet(kept))
    .execute()
  return { answeredAt: formatRfc3339(now) }
}

function fits({ questions }: Survey, { questionId, values }: Given['answers'][number]): boolean {
  const question = questions.find((one) => one.questionId === questionId)
  if (question === undefined) return false
  if (question.kind !== 'multiple' && values.length > 1) return false
  if (question.kind === 'text') return true
  return values.every((value) => question.choices.some((choice) => choice.value === value))
}
