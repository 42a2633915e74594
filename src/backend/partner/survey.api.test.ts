import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
type Answers = { questionId: string; values: string[] }[]
const answer = (answers: Answers, surveyId = 'mypage-1') => ({
  body: { surveyId, answers },
  idempotencyKey: crypto.randomUUID(),
})

test('アンケートは、どの質問に答えなくても送れ、答え直すと新しい答えだけが残る', async () => {
  const { call, accountId } = await harness.signIn('surveyed')
  const { surveys } = await call(api.enqueteGet)
  expect(surveys.map(({ surveyId, answeredAt }) => [surveyId, answeredAt])).toEqual([
    ['mypage-1', undefined],
  ])
  await call(api.enquetePost, answer([]))
  harness.clock.set('2026-11-20T10:05:00+09:00')
  const survey = '山田の要望'
  await call(
    api.enquetePost,
    answer([
      { questionId: 'ease', values: ['good'] },
      { questionId: 'purpose', values: ['billing', 'residual'] },
      { questionId: 'wish', values: [survey] },
    ]),
  )
  const again = await call(api.enqueteGet)
  expect(again.surveys[0]?.answeredAt).toBe('2026-11-20T10:05:00+09:00')
  const rows = await rowsOf(harness, 'survey_answer', ['answers_sealed'], { account_id: accountId })
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(survey)
})

test('知らない版、知らない質問、選択肢にない答え、二つ選んだ一つの答えは断る', async () => {
  const { call } = await harness.signIn('careless')
  const of = (answers: Answers, surveyId?: string) =>
    codeOf(call(api.enquetePost, answer(answers, surveyId)))
  expect(await of([], 'mypage-0')).toBe('NOT_FOUND')
  expect(await of([{ questionId: 'name', values: ['x'] }])).toBe('VALIDATION_FAILED')
  expect(await of([{ questionId: 'ease', values: ['best'] }])).toBe('VALIDATION_FAILED')
  expect(await of([{ questionId: 'ease', values: ['good', 'poor'] }])).toBe('VALIDATION_FAILED')
  expect(await of([{ questionId: 'wish', values: ['あ'.repeat(10_000)] }])).toBe(
    'VALIDATION_FAILED',
  )
  expect(await of([{ questionId: 'wish', values: ['a\0b'] }])).toBe('VALIDATION_FAILED')
  expect((await call(api.enqueteGet)).surveys[0]?.answeredAt).toBe(undefined)
})
