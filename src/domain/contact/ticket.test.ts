import { expect, test } from 'vitest'
import { instant } from '../tokyo.ts'
import { mayConfirm, memberOfTicket, mayMerge, mayReopen, maySayOutside } from './ticket.ts'

test('解決したお問い合わせは、14日目の終わりまで再開できる', () => {
  const solvedAt = instant('2026-11-20T15:00:00+09:00')
  expect(mayReopen(solvedAt, instant('2026-12-04T23:59:59+09:00')).ok).toBe(true)
  expect(mayReopen(solvedAt, instant('2026-12-05T00:00:00+09:00'))).toMatchObject({
    code: 'TICKET_CLOSED',
  })
  expect(mayReopen(null, solvedAt).ok).toBe(false)
})

test('別の会員のお問い合わせには、まとめられない', () => {
  const of = (ticketNo: string, accountId: string | null) => ({ ticketNo, accountId })
  expect(mayMerge(of('T-2222-22', 'a'), of('T-3333-33', 'a')).ok).toBe(true)
  expect(mayMerge(of('T-2222-22', null), of('T-3333-33', 'a')).ok).toBe(true)
  expect(mayMerge(of('T-2222-22', 'a'), of('T-3333-33', 'b'))).toMatchObject({
    code: 'TICKETS_OF_TWO_MEMBERS',
  })
  expect(mayMerge(of('T-2222-22', 'a'), of('T-3333-33', null)).ok).toBe(false)
  expect(mayMerge(of('T-2222-22', 'a'), of('T-2222-22', 'a')).ok).toBe(false)
})

test('委任は、記録した人とは別の人が確認する', () => {
  expect(mayConfirm({ notedBy: 'a', confirmedBy: null }, 'b').ok).toBe(true)
  expect(mayConfirm({ notedBy: 'a', confirmedBy: null }, 'a')).toMatchObject({
    code: 'MANDATE_SAME_PERSON',
  })
  expect(mayConfirm({ notedBy: null, confirmedBy: null }, 'a')).toMatchObject({
    code: 'MANDATE_MISSING',
  })
})

test('外部には、2人が委任を確認するまで何も答えない', () => {
  const confirmed = { notedBy: 'a', confirmedBy: 'b' }
  expect(maySayOutside('consumerCentre', confirmed).ok).toBe(true)
  expect(maySayOutside('ministry', { notedBy: 'a', confirmedBy: null })).toMatchObject({
    code: 'MANDATE_MISSING',
  })
  expect(maySayOutside('telephone', confirmed).ok).toBe(false)
})

test('だれのお問い合わせか分からないうちは、回答を送れない', () => {
  expect(memberOfTicket('acc_1')).toEqual({ ok: true, value: 'acc_1' })
  expect(memberOfTicket(null)).toMatchObject({ code: 'TICKET_WITHOUT_MEMBER' })
})
