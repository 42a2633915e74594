import { expect, test } from 'vitest'
import { instant } from '../tokyo.ts'
import {
  canSendAnew,
  codeSent,
  codeState,
  codeTried,
  takesTextMessages,
  triesLeft,
} from './contact-code.ts'

const now = instant('2026-11-20T10:00:00+09:00')

test('コードは送ってから10分使え、新しいコードは1分後から送れる', () => {
  const code = codeSent(undefined, now)
  expect(codeState(code, now.add({ minutes: 10 }).subtract({ seconds: 1 }))).toBe('open')
  expect(codeState(code, now.add({ minutes: 10 }))).toBe('expired')
  expect(canSendAnew(code, now.add({ seconds: 59 }))).toBe(false)
  expect(canSendAnew(code, now.add({ seconds: 60 }))).toBe(true)
})

test('6回続けて間違えると使えなくなり、15分たつまで新しいコードを送れない', () => {
  let code = codeSent(undefined, now)
  for (let times = 1; times <= 5; times += 1) {
    code = codeTried(code, now)
    expect([codeState(code, now), triesLeft(code)]).toEqual(['open', 6 - times])
  }
  code = codeTried(code, now)
  expect([codeState(code, now), triesLeft(code)]).toEqual(['locked', 0])
  expect(canSendAnew(code, now.add({ minutes: 15 }).subtract({ seconds: 1 }))).toBe(false)
  expect(canSendAnew(code, now.add({ minutes: 15 }))).toBe(true)
  expect(codeState(codeSent(code, now.add({ minutes: 15 })), now.add({ minutes: 15 }))).toBe('open')
})

test('5回送ったあとは、翌日まで送れず、間違えても早まらない', () => {
  let code = codeSent(undefined, now)
  for (let times = 2; times <= 5; times += 1) code = codeSent(code, now)
  expect(canSendAnew(code, now.add({ hours: 24 }).subtract({ seconds: 1 }))).toBe(false)
  for (let times = 1; times <= 6; times += 1) code = codeTried(code, now)
  expect(canSendAnew(code, now.add({ hours: 1 }))).toBe(false)
})

test('SMSを受け取れるのは携帯電話の番号だけ', () => {
  expect(takesTextMessages('09000000001')).toBe(true)
  expect(takesTextMessages('06012345678')).toBe(true)
  expect(takesTextMessages('0312345678')).toBe(false)
  expect(takesTextMessages('05012345678')).toBe(false)
})
