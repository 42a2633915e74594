import { expect, test } from 'vitest'
import { useHarness } from '#tests/api/use-harness.ts'
import { queryOf, readAsked } from './asked.ts'
import { simulate } from './simulate.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')

const answer = (query: string) => simulate(harness.visitor, new URLSearchParams(query))

test('何も指定しなければ、3GB・音声1回線の料金', async () => {
  const { quote, errors } = await answer('')
  expect(errors).toEqual({})
  expect([quote?.monthly.totalYen, quote?.oneOff.totalYen, quote?.total24Yen]).toEqual([
    1191, 3733, 32_317,
  ])
})

test('トップページの3つの質問：回線の種類は1つでも、すべての回線に当てはめる', async () => {
  const { asked, quote } = await answer('gb=10&lines=3&kind=sms')
  expect(asked.kinds).toEqual(['sms', 'sms', 'sms'])
  // (1,410 + 450 × 2) × 1.1 + 3.3 × 3 = 2,550.9
  expect(quote?.monthly.totalYen).toBe(2550)
})

test('8GB未満の2回線は分け合えないと伝え、いちばん近い容量と1回線の料金へ案内する', async () => {
  const { quote, refused } = await answer('gb=5&lines=2&kind=voice&kind=data&minutes=30')
  expect(quote).toBeUndefined()
  expect(refused?.message).toContain('8GB以上')
  expect(refused?.message).toContain('契約はおひとりにつき1つ')
  expect(refused?.instead.map(({ query }) => query)).toEqual([
    'gb=8&lines=2&kind=voice&kind=data&minutes=30',
    'gb=5&lines=1&kind=voice&minutes=30',
  ])
  const nearest = await answer(refused?.instead[0]?.query ?? '')
  expect(nearest.quote?.planName).toBe('8GB')
})

test('全角の数字と桁区切りも数として読む', async () => {
  const typed = await answer('gb=3&lines=1&kind=voice&minutes=１,０００')
  const plain = await answer('gb=3&lines=1&kind=voice&minutes=1000')
  expect(typed.quote).toEqual(plain.quote)
})

test.each([
  ['gb=7', 'gb', 'データ容量を一覧から選び直してください。'],
  ['gb=__proto__', 'gb', 'データ容量を一覧から選び直してください。'],
  ['lines=4', 'lines', '回線の数を1から3までで選び直してください。'],
  ['lines=abc', 'lines', '回線の数を1から3までで選び直してください。'],
  ['kind=fax', 'kind-1', '1回線目のSIMの種類を一覧から選び直してください。'],
  ['minutes=-1', 'minutes', '通話の分数を0から44,640までの数字で入力してください。'],
  ['calls=99999', 'calls', '電話をかける回数を0から10,000までの数字で入力してください。'],
  ['sms=abc', 'sms', 'SMSの通数を0から10,000までの数字で入力してください。'],
  ['option=gold', 'option', 'オプションを一覧から選び直してください。'],
  [
    'kind=data&option=voicemail',
    'option',
    '留守番電話は、選んだ種類のSIMではご利用いただけません。',
  ],
])('%s は、%s の横に理由を示し、入力を残す', async (query, field, sentence) => {
  const { errors, quote, asked } = await answer(query)
  expect(errors[field]).toBe(sentence)
  expect(quote).toBeUndefined()
  expect(queryOf(asked)).toContain(query.split('&')[0])
})

test('同じ名前や長い値をいくら並べても、答えは同じ大きさ', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => `kind=voice&option=o${n}`).join('&')
  const { asked } = await answer(many)
  expect([asked.kinds.length, asked.options.length]).toEqual([3, 20])
})

test('リンクは計算結果をそのまま伝える', () => {
  const query = 'gb=20&lines=2&kind=voice&kind=data&option=publicWifi&minutes=60&calls=4&sms=10'
  expect(queryOf(readAsked(new URLSearchParams(query)))).toBe(query)
})
