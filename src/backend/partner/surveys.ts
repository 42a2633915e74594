import { nearestRow, type Dated } from '#domain/catalogue/dated.ts'
import { tokyoDate, type TokyoDate } from '#domain/tokyo.ts'

type Question = {
  readonly questionId: string
  readonly label: string
  readonly kind: 'single' | 'multiple' | 'text'
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly maxLength?: number
}

export type Survey = Dated & {
  /** Of the version: other questions are another survey. */
  readonly surveyId: string
  readonly title: string
  readonly questions: readonly Question[]
}

/** Oldest first; the one in force is asked. Nothing depends on an answer. */
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
