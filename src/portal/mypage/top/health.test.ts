import { expect, test } from 'vitest'
import { healthAfterEnd, healthOf } from './health.ts'

const contract = {
  status: 'active' as const,
  suspensionReason: undefined,
  lines: [{ status: 'active' as const }],
  bookedChanges: [],
}
const nothingElse = { orders: undefined, lines: undefined }
const bill = { totalYen: 3356, bills: [{}] }
const texts = (known: Parameters<typeof healthOf>[0]) => healthOf(known).map(({ text }) => text)

test('問題がなければ1行でそう言い、お支払いのことは分かっているときだけ言う', () => {
  expect(texts({ contract, unpaid: undefined, ...nothingElse })).toEqual(['回線に問題はありません'])
  expect(texts({ contract, unpaid: { totalYen: 0, bills: [] }, ...nothingElse })).toEqual([
    'お支払い・回線に問題はありません',
  ])
})

test('未払いがあれば金額を言い、問題がないとは言わない', () => {
  expect(texts({ contract, unpaid: bill, ...nothingElse })).toEqual([
    'お支払いの確認ができていません（3,356円）',
  ])
})

test('停止中は停止の理由だけを言い、未払いを二度は言わない', () => {
  const stopped = { ...contract, status: 'suspended' as const, suspensionReason: 'unpaid' as const }
  expect(texts({ contract: stopped, unpaid: bill, ...nothingElse })).toEqual([
    '料金のお支払いを確認できないため、ご利用を停止しています',
  ])
})

test('解約を予約していれば、最終利用日を言う', () => {
  const leaving = {
    ...contract,
    bookedChanges: [
      {
        operation: 'contractCancel' as const,
        effectiveOn: '2026-11-30',
        path: '/mypage/sim/cancel.html',
      },
    ],
  }
  expect(healthOf({ contract: leaving, unpaid: undefined, ...nothingElse })).toEqual([
    {
      tone: 'warning',
      text: 'ご契約は11月30日（月）に終了します',
      action: { href: '/mypage/sim/cancel.html', label: '予約を確認する' },
    },
  ])
})

test('契約が分からないときと、止めた回線があるときは、問題がないとは言わない', () => {
  expect(texts({ contract: undefined, unpaid: undefined, ...nothingElse })).toEqual([])
  const stopped = { ...contract, lines: [{ status: 'suspended' as const }] }
  expect(texts({ contract: stopped, unpaid: undefined, ...nothingElse })).toEqual([])
})

test('契約の終了後、もう支払いがないことは、すべて分かっていて本当のときだけ言う', () => {
  const nothing = { totalYen: 0, bills: [] }
  const settled = {
    unpaid: nothing,
    bills: [{ state: 'paid' }],
    nextBill: { soFar: { totalYen: 0 } },
  }
  const said = (known: Parameters<typeof healthAfterEnd>[0]) =>
    healthAfterEnd(known).map(({ text }) => text)
  expect(said(settled)).toEqual(['これからのお支払いはありません'])
  expect(said({ ...settled, bills: [{ state: 'fixed' }, { state: 'paid' }] })).toEqual([])
  expect(said({ ...settled, nextBill: { soFar: { totalYen: 1411 } } })).toEqual([])
  expect(said({ ...settled, unpaid: undefined })).toEqual([])
  expect(said({ ...settled, unpaid: bill })).toEqual(['お支払いの確認ができていません（3,356円）'])
})
