import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { PlanInput } from '#portal/mypage/plan-size/input.tsx'
import type { QueuedProcedure } from '#portal/mypage/flow/queued-notice.tsx'
import { orderApi } from '#protocol/order.ts'
import { planSizeApi } from '#protocol/plan-size.ts'

const size = { name: '3GB', baseBytes: 3_000_000_000, shareable: false, monthlyYen: 1191, plan: 13 }
const next = { ...size, plan: 18, name: '8GB', baseBytes: 8_000_000_000, monthlyYen: 1631 }
const blocked = {
  allowed: false,
  reasonCode: 'MNP_NUMBER_LIVE',
  message: 'MNP転出の手続き中のため、この手続きはできません。',
  freeFrom: '2026-12-05',
  queueable: true,
}
const list = planSizeApi.couponListGet.result.parse({
  current: size,
  sizes: [
    { ...size, deltaYen: 0, current: true, booked: false, why: { allowed: false } },
    { ...next, deltaYen: 440, current: false, booked: false, why: blocked },
  ],
  effectiveOn: '2026-12-01',
  closesAt: '2026-11-29T12:00:00+09:00',
  asOf: '2026-11-20T10:00:00+09:00',
})
const waiting = {
  queueId: 'que_1',
  operation: 'planSizeChange',
  plan: 18,
  label: 'データ容量の変更（8GBへ）',
  state: 'waiting',
  stateLabel: '順番待ち',
  reason: blocked,
  queuedAt: '2026-11-20T10:00:00+09:00',
  expectedOn: '2026-12-05',
}
const { procedures } = orderApi.procedureQueueGet.result.parse({ procedures: [waiting] })

function textOf(queued: readonly QueuedProcedure[]) {
  const keys = { xsrfToken: 'x', draft: 'd' }
  const shown = { list, reserved: undefined, settled: undefined, plan: '', errors: {}, keys }
  const Stub = createRoutesStub([
    { path: '/', Component: () => <PlanInput {...shown} queued={queued} /> },
  ])
  return renderToStaticMarkup(<Stub />).replaceAll(/<[^>]+>/g, ' ')
}

test('順番待ちの変更があるときは、選ぶ前に、その内容と見込みの日と取り下げ方が出て、重ねて選ばせない', () => {
  const text = textOf(procedures)
  expect(text).toContain('順番待ちで受け付けています')
  expect(text).toContain('データ容量の変更（8GBへ）')
  expect(text).toMatch(/手続きできる見込み：\s*2026年12月5日（土）/)
  expect(text).toContain('順番待ちを取り下げる')
  expect(text).not.toContain('変更の内容を確認する')
})

test('断られていて順番待ちもないときは、選べば頼めると言い、使えない適用日や期限は出さない', () => {
  const text = textOf([])
  expect(text).not.toContain('順番待ち')
  expect(text).toContain('受け付けられるようになったら自動で申し込むよう、頼んでおけます')
  expect(text).toContain('変更の内容を確認する')
  expect(text).not.toContain('2026年12月1日')
  expect(text).not.toContain('この日付で受け付ける期限')
})
