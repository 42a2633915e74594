import { expect, test } from 'vitest'
import { instant } from '#protocol/primitives.ts'
import { healthAfterEnd, healthOf } from './health.ts'

const contract = {
  status: 'active' as const,
  suspensionReason: undefined,
  lines: [{ status: 'active' as const }],
  bookedChanges: [],
}
const nothingElse = { orders: undefined, lines: undefined, outages: [] }
const bill = { totalYen: 3356, bills: [{}] }
const texts = (known: Parameters<typeof healthOf>[0]) => healthOf(known).map(({ text }) => text)

test('問題がなければ1行でそう言い、お支払いのことは分かっているときだけ言う', () => {
  expect(texts({ contract, unpaid: undefined, ...nothingElse })).toEqual(['回線に問題はありません'])
  expect(texts({ contract, unpaid: { totalYen: 0, bills: [] }, ...nothingElse })).toEqual([
    'お支払い・回線に問題はありません',
  ])
})

const outage = {
  incidentId: 'out_1',
  title: 'データ通信がつながりにくい状態',
  kind: 'outage',
  state: 'ongoing',
  from: '2026-11-23T09:10:00+09:00',
  emergencyCalls: { state: 'unaffected' },
  otherWays: [],
  updates: [{ at: '2026-11-23T09:30:00+09:00', message: '復旧を進めています。' }],
} as const
const wellPaid = { contract, unpaid: { totalYen: 0, bills: [] }, ...nothingElse }

test('障害のあいだは、はじめにそれを言い、問題がないとは言わない', () => {
  expect(healthOf({ ...wellPaid, outages: [outage] })).toEqual([
    {
      tone: 'danger',
      text: 'データ通信がつながりにくい状態（11/23（月）9:10から）。復旧を進めています。',
      action: { href: '/info/outage.html#out_1', label: '経過を見る' },
    },
  ])
  expect(texts({ ...wellPaid, unpaid: bill, outages: [outage] })).toEqual([
    'データ通信がつながりにくい状態（11/23（月）9:10から）。復旧を進めています。',
    'お支払いの確認ができていません（3,356円）',
  ])
  const upkeep = {
    ...outage,
    kind: 'maintenance',
    to: '2026-11-23T12:00:00+09:00',
  } as const
  expect(healthOf({ ...wellPaid, contract: undefined, outages: [upkeep] })).toMatchObject([
    {
      tone: 'warning',
      text: expect.stringContaining('11/23（月）12:00に終わる予定です。'),
    },
  ])
})

test('緊急通報に影響があれば、何よりも先に言う', () => {
  const stopped = { ...outage, emergencyCalls: { state: 'stopped' } } as const
  expect(texts({ ...wellPaid, unpaid: bill, outages: [outage, stopped] })).toEqual([
    expect.stringContaining('110・118・119への通報：つながりません。'),
    ...Array.from({ length: 2 }, () => expect.stringContaining(outage.title)),
    'お支払いの確認ができていません（3,356円）',
  ])
})

test('予定のメンテナンスは問題ではない。障害の有無が分からないときと、開通の前は、問題がないとは言わない', () => {
  const planned = { ...outage, state: 'planned' } as const
  expect(texts({ ...wellPaid, outages: [planned] })).toEqual(['お支払い・回線に問題はありません'])
  expect(texts({ ...wellPaid, outages: undefined })).toEqual([])
  expect(texts({ ...wellPaid, contract: { ...contract, status: 'preparing' } })).toEqual([])
})

test('はじめての端末からのお申し込みの保留と、承継による停止は、問題がないことにしない', () => {
  const hold = { label: 'MNP転出', until: '2026-11-24T14:00:00+09:00', state: 'held' } as const
  expect(texts({ ...wellPaid, holds: [hold, { ...hold, state: 'released' }] })).toEqual([
    '「MNP転出」を、はじめての端末からのお申し込みのため11/24（火）14:00まで保留しています',
  ])
  const paused = { reasonCode: 'SUCCESSION_OPEN' } as const
  expect(texts({ ...wellPaid, operations: [paused, paused] })).toEqual([
    '名義変更（承継）の書類を確認しているため、お手続きの受け付けをお休みしています',
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
    nextBill: { chargeOn: '2026-12-07', soFar: { totalYen: 0 } },
    outages: [],
  }
  const said = (known: Parameters<typeof healthAfterEnd>[0]) =>
    healthAfterEnd(known).map(({ text }) => text)
  expect(said(settled)).toEqual(['これからのお支払いはありません'])
  expect(said({ ...settled, bills: [{ state: 'charged' }, { state: 'paid' }] })).toEqual([])
  expect(
    said({ ...settled, nextBill: { ...settled.nextBill, soFar: { totalYen: 1411 } } }),
  ).toEqual(['これからのお支払い：1,411円（12月7日（月）にカードへ請求）'])
  const due = { amountYen: 3740, chargeOn: '2026-12-07' }
  expect(
    said({
      ...settled,
      bills: [{ state: 'fixed' }],
      nextBill: { chargeOn: '2027-01-07', soFar: { totalYen: 0 }, due },
    }),
  ).toEqual(['これからのお支払い：3,740円（12月7日（月）にカードへ請求）'])
  // From 0:00 of the 1st to the close of the month in which the contract ended.
  expect(
    said({
      ...settled,
      nextBill: { chargeOn: '2027-01-07', soFar: { totalYen: 0 }, unfixed: due },
    }),
  ).toEqual(['これからのお支払い：3,740円（12月7日（月）にカードへ請求）'])
  // An initial cancellation over a month's end: one bill is charged before the other gives back a part of it.
  expect(
    said({
      ...settled,
      bills: [{ state: 'fixed' }],
      nextBill: { chargeOn: '2027-01-07', soFar: { totalYen: -687 }, due },
    }),
  ).toEqual([
    'これからのお支払い：3,740円（12月7日（月）にカードへ請求）',
    'お返しする額：687円（最後の請求が確定したあと）',
  ])
  expect(said({ ...settled, unpaid: undefined })).toEqual([])
  expect(said({ ...settled, unpaid: bill })).toEqual(['お支払いの確認ができていません（3,356円）'])
})

test('契約の終了後も、障害のあいだははじめにそれを言い、問題がないとは言わない', () => {
  const settled = {
    unpaid: { totalYen: 0, bills: [] },
    bills: [{ state: 'paid' }],
    nextBill: { chargeOn: '2026-12-07', soFar: { totalYen: 0 } },
  }
  const said = (known: Partial<Parameters<typeof healthAfterEnd>[0]>) =>
    healthAfterEnd({ ...settled, outages: [outage], ...known }).map(({ text }) => text)
  const trouble = 'データ通信がつながりにくい状態（11/23（月）9:10から）。復旧を進めています。'
  expect(said({})).toEqual([trouble])
  expect(said({ unpaid: bill })).toEqual([trouble, 'お支払いの確認ができていません（3,356円）'])
  expect(said({ unpaid: undefined })).toEqual([trouble])
  expect(said({ outages: undefined })).toEqual([])
})

test('亡くなられたとのお申し出があるあいだは、問題がないとは言わず、止められる画面へ案内する', () => {
  const asked = { ...contract, successionAskedAt: instant.parse('2026-11-20T10:00:00+09:00') }
  expect(healthOf({ ...wellPaid, contract: asked })).toEqual([
    {
      tone: 'warning',
      text: 'ご契約者が亡くなられたとして、名義変更（承継）か解約のお申し出があります',
      action: { href: '/order/succession/stop', label: '確認する・止める' },
    },
  ])
})

test('ご家族のお願いは、困りごとのすぐ次に言い、返事へ続く。問題がないとは言わない', () => {
  expect(healthOf({ ...wellPaid, asked: [{ name: '蓮', label: '＋1GB' }] })).toEqual([
    {
      tone: 'warning',
      text: '蓮さんからお願いが届いています（＋1GB）',
      action: { href: '/mypage/family/request.html', label: '返事をする' },
    },
  ])
  const asked = [{ name: '蓮', label: '＋1GB' }]
  expect(texts({ ...wellPaid, outages: [outage], asked })).toEqual([
    'データ通信がつながりにくい状態（11/23（月）9:10から）。復旧を進めています。',
    '蓮さんからお願いが届いています（＋1GB）',
  ])
})
