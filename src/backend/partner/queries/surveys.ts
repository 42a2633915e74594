import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { nearestRow, type Dated } from '#domain/catalogue/dated.ts'
import {
  formatRfc3339,
  toTokyoDate,
  tokyoDate,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { partnerApi } from '#protocol/partner.ts'

type Question = {
  readonly questionId: string
  readonly label: string
  readonly kind: 'single' | 'multiple' | 'text'
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly maxLength?: number
}

export type Survey = Dated & {
  /** Names the version: with other questions it is another survey. */
  readonly surveyId: string
  readonly title: string
  readonly questions: readonly Question[]
}

/** The oldest first; the page shows the one in force. Nothing depends on an answer. */
const surveys: readonly Survey[] = [
  {
    surveyId: 'mypage-1',
    validFrom: tokyoDate('2024-04-01'),
    title: 'マイページについてのアンケート',
    questions: [
      {
        questionId: 'ease',
        label: 'マイページは使いやすいですか',
        kind: 'single',
        choices: [
          { value: 'good', label: '使いやすい' },
          { value: 'fair', label: 'どちらともいえない' },
          { value: 'poor', label: '使いにくい' },
        ],
      },
      {
        questionId: 'purpose',
        label: 'よくお使いになるもの（いくつでも）',
        kind: 'multiple',
        choices: [
          { value: 'residual', label: 'データ残量の確認' },
          { value: 'billing', label: '料金の確認' },
          { value: 'procedure', label: 'お手続き' },
          { value: 'other', label: 'そのほか' },
        ],
      },
      {
        questionId: 'wish',
        label: 'お気づきの点、ご要望',
        kind: 'text',
        choices: [],
        maxLength: 1000,
      },
    ],
  },
]

export function surveyOn(date: TokyoDate): Survey | undefined {
  return nearestRow(surveys, date)
}

/** The survey in force, and whether it was answered (wire Surveys). */
export async function listSurveys(
  db: Db,
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<Answer<typeof partnerApi.enqueteGet>> {
  const survey = surveyOn(toTokyoDate(now))
  if (survey === undefined) return { surveys: [] }
  const { surveyId, title, questions } = survey
  const row = await findRow(
    db,
    'survey_answer',
    { account_id: accountId, survey_id: surveyId },
    'answered_at',
  )
  const asked = questions.map((question) => ({ ...question, choices: [...question.choices] }))
  const answer = row === undefined ? {} : { answeredAt: formatRfc3339(row.answered_at) }
  return { surveys: [{ surveyId, title, questions: asked, ...answer }] }
}
