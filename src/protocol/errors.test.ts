import { describe, expect, test } from 'vitest'
import { failureBody } from './envelope.ts'
import { errorCode, errors } from './errors.ts'

describe.each(Object.entries(errors))('%s', (code, { httpStatus, message, log }) => {
  test('失敗のステータスと、大文字の名前がある', () => {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/u)
    expect(httpStatus).toBeGreaterThanOrEqual(400)
    expect(httpStatus).toBeLessThanOrEqual(503)
  })

  test('会員には、です・ますの文で説明する', () => {
    expect(message).toMatch(/(?:です|ます|ません|ください|ました)。$/u)
    expect(message).toMatch(/[ぁ-ん]/u)
    expect(message).not.toMatch(/お客様都合|!|！|エラーコード/u)
  })

  test('ログには英語で書く', () => {
    expect(log).toMatch(/^[A-Z][\u0020-\u007e’]+$/u)
  })
})

test('使う側が頼りにするステータス', () => {
  const status = (code: keyof typeof errors) => errors[code].httpStatus
  expect([
    status('VALIDATION_FAILED'),
    status('NOT_SIGNED_IN'),
    status('FORGERY_SUSPECTED'),
    status('ACCESS_DENIED'),
    status('FRESH_LOGIN_REQUIRED'),
    status('SECOND_FACTOR_REQUIRED'),
    status('NOT_FOUND'),
    status('METHOD_NOT_ALLOWED'),
    status('IDEMPOTENCY_IN_FLIGHT'),
    status('IDEMPOTENCY_KEY_REUSED'),
    status('TOO_MANY_REQUESTS'),
    status('HIGH_SPEED_CHANGED_RECENTLY'),
    status('INTERNAL'),
    status('UNAVAILABLE'),
    status('OUTSIDE_NO_ANSWER'),
  ]).toEqual([400, 401, 403, 403, 403, 403, 404, 405, 409, 422, 429, 429, 500, 503, 503])
})

test('表にない符号は、符号ではない', () => {
  expect(errorCode.safeParse('UNPAID').success).toBe(true)
  expect(errorCode.safeParse('toString').success).toBe(false)
  expect(errorCode.safeParse('NO_SUCH_CODE').success).toBe(false)
})

test('失敗の答えには文だけがあり、ログに書くものはない', () => {
  const details = { freeFrom: '2026-12-01', facts: { phone: '09000000000' }, cause: new Error('x') }
  expect(failureBody('CANCELLATION_BOOKED', details)).toEqual({
    httpStatus: 409,
    body: {
      code: 409,
      error: {
        code: 'CANCELLATION_BOOKED',
        message:
          '解約を予約しているため、この手続きはできません。解約の予約を取り消すと、お手続きいただけます。',
        freeFrom: '2026-12-01',
      },
    },
  })
})
