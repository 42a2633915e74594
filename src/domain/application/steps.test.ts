import { describe, expect, test } from 'vitest'
import { tokyoDate } from '../tokyo.ts'
import {
  isUnder18,
  isPersonal,
  noAnswers,
  orderedOptions,
  type Answers,
  type ApplicationLine,
} from './answers.ts'
import { withLine } from './apply-step.ts'
import { nextStep, optionsProblem, stepsOf, type StepFacts } from './steps.ts'

const today = tokyoDate('2026-11-20')
const facts: StepFacts = {
  today,
  isSignedIn: true,
  identity: 'matched',
  hasCard: true,
  termsVersion: '4.4',
}
const voice: ApplicationLine = { kind: 'voice', size: 'nano', by: 'new', user: 'holder' }
const data: ApplicationLine = { kind: 'data', size: 'esim', eid: '1', user: 'holder' }
const whole: Answers = {
  plan: 20,
  lineCount: 2,
  lines: [voice, data],
  options: [],
  holder: {
    lastName: '森',
    firstName: '葵',
    lastNameKana: 'モリ',
    firstNameKana: 'アオイ',
    birth: tokyoDate('1990-04-12'),
    gender: 'female',
    zipCode: '1540004',
    region: '東京都',
    locality: '世田谷区',
    street: '太子堂1-2-3',
    phone: '09012345678',
  },
  termsVersion: '4.4',
}
const next = (answers: Answers, more: Partial<StepFacts> = {}) =>
  nextStep(stepsOf(answers, { ...facts, ...more }))
const problemOf = (answers: Answers, step: string, more: Partial<StepFacts> = {}) =>
  stepsOf(answers, { ...facts, ...more }).find((one) => one.problem && one.step === step)?.problem

describe('聞くことは、順に一つずつ', () => {
  test('すべて答えると、最終確認だけが残る', () => {
    expect(next(whole)).toEqual({ step: 'confirm' })
    expect(next(noAnswers)).toEqual({ step: 'plan' })
  })

  test.each([
    ['plan', { ...whole, plan: undefined }, {}],
    ['options', { ...whole, options: undefined }, {}],
    ['account', whole, { isSignedIn: false }],
    ['holder', { ...whole, holder: undefined }, {}],
    ['identity', whole, { identity: 'waiting' as const }],
    ['card', whole, { hasCard: false }],
    ['terms', { ...whole, termsVersion: undefined }, {}],
  ])('%s が済んでいなければ、そこに戻る', (step, answers, more) => {
    expect(next(answers, more)).toEqual({ step })
  })

  test('データの回線に電話番号は聞かず、本人確認も要らない', () => {
    const only: Answers = { ...whole, lineCount: 1, lines: [data] }
    const steps = stepsOf(only, { ...facts, identity: 'not_required' }).map(({ step }) => step)
    expect(steps).not.toContain('number')
    expect(steps).not.toContain('identity')
    expect(next(only, { identity: 'not_required' })).toEqual({ step: 'confirm' })
  })
})

describe('答えたあとで合わなくなったことは、その項目で伝える', () => {
  test('シェアできない容量、増やした回線', () => {
    expect(problemOf({ ...whole, plan: 13 }, 'plan')).toBe('PLAN_NOT_SHAREABLE')
    expect(next({ ...whole, lineCount: 3 })).toEqual({ step: 'kind', line: 3 })
  })

  test('種別を変えると、選んだオプションが合わなくなる', () => {
    const chosen: Answers = { ...whole, options: [{ line: 1, code: 'voicemail' }] }
    expect(problemOf(chosen, 'options')).toBeUndefined()
    expect(problemOf(withLine(chosen, 1, { kind: 'data' }), 'options')).toBe(
      'OPTION_NOT_FOR_LINE_KIND',
    )
    expect(optionsProblem([{ code: 'magazines' }], [data])).toBeUndefined()
  })

  test('予約番号の期限は、申し込む日にも7日以上残っている', () => {
    const brought = withLine(whole, 1, {
      by: 'reservation',
      number: '08012345678',
      reservationNo: '1012345678',
      lastDay: tokyoDate('2026-11-27'),
    })
    expect(problemOf(brought, 'number')).toBeUndefined()
    expect(problemOf(brought, 'number', { today: tokyoDate('2026-11-21') })).toBe(
      'PORT_IN_EXPIRES_SOON',
    )
  })

  test('ワンストップの同意は、その番号の、期限までのもの', () => {
    const line = (number: string, lastDay = '2026-11-20') =>
      withLine(whole, 1, {
        by: 'oneStop',
        number,
        oneStop: {
          number: '08012345678',
          state: 'done',
          token: 't',
          lastDay: tokyoDate(lastDay),
        },
      })
    expect(next(line('08012345678'))).toEqual({ step: 'confirm' })
    expect(next(line('08012345679'))).toEqual({ step: 'number', line: 1 })
    expect(problemOf(line('08012345678', '2026-11-19'), 'number')).toBe('ONE_STOP_NOT_DONE')
  })

  test('同じ番号、同じEIDは2つの回線に使えない', () => {
    const brought: ApplicationLine = {
      ...voice,
      by: 'oneStop',
      number: '08012345678',
      oneStop: { number: '08012345678', state: 'done', token: 't' },
    }
    const twice = { ...whole, lines: [brought, brought] }
    expect(stepsOf(twice, facts).filter(({ problem }) => problem)).toEqual([
      { step: 'number', line: 2, done: false, problem: 'NUMBER_REPEATED' },
    ])
    expect(problemOf({ ...whole, lines: [data, data] }, 'sim')).toBe('EID_REPEATED')
  })

  test('本人確認の失敗は問題で、担当者の確認は待たずに進める', () => {
    expect(problemOf(whole, 'identity', { identity: 'mismatch' })).toBe('IDENTITY_NOT_DONE')
    expect(next(whole, { identity: 'manual' })).toEqual({ step: 'confirm' })
  })

  test('改定された重要事項は、もう一度読む', () => {
    expect(problemOf(whole, 'terms', { termsVersion: '4.5' })).toBe('TERMS_OUTDATED')
  })
})

describe('ご家族の回線を譲り受ける', () => {
  const taken: Answers = {
    ...whole,
    lineCount: 1,
    lines: [
      {
        by: 'handover',
        handoverNo: '1234567890',
        number: '09012345678',
        kind: 'voice',
        size: 'nano',
        user: 'holder',
      },
    ],
  }
  const free = { handover: { isFree: true, isNamed: true } }

  test('種別とSIMのタイプは聞かず、番号と使う方だけを聞く', () => {
    const ofLine = stepsOf(taken, { ...facts, ...free }).filter(({ line }) => line === 1)
    expect(ofLine.map(({ step }) => step)).toEqual(['number', 'user'])
    expect(next(taken, free)).toEqual({ step: 'confirm' })
    expect(next(withLine(taken, 1, { handoverNo: undefined }), free)).toEqual({
      step: 'number',
      line: 1,
    })
  })

  test('ほかの人に渡った番号、名前の違う人、ほかの回線といっしょの申し込みは、その項目で断る', () => {
    const gone = { handover: { isFree: false, isNamed: true } }
    expect(problemOf(taken, 'number', gone)).toBe('HANDOVER_UNKNOWN')
    const other = { handover: { isFree: true, isNamed: false } }
    expect(problemOf(taken, 'holder', other)).toBe('HANDOVER_OTHER_PERSON')
    expect(problemOf({ ...taken, lineCount: 2 }, 'plan', free)).toBe('HANDOVER_ALONE')
  })
})

describe('年齢', () => {
  test('誕生日に18歳になる。2月29日生まれは、うるう年でなければ2月28日に', () => {
    expect(isUnder18(tokyoDate('2008-11-20'), today)).toBe(false)
    expect(isUnder18(tokyoDate('2008-11-21'), today)).toBe(true)
    expect(isUnder18(tokyoDate('2008-02-29'), tokyoDate('2026-02-28'))).toBe(false)
    expect(isUnder18(tokyoDate('2008-02-29'), tokyoDate('2026-02-27'))).toBe(true)
  })

  test('18歳未満の家族が使う回線には、フィルタリングがつく', () => {
    const child = withLine(whole, 2, { user: 'family', birth: tokyoDate('2012-01-01') })
    expect(orderedOptions(child, today)).toEqual([{ line: 2, code: 'filtering' }])
    expect(orderedOptions(whole, today)).toEqual([])
  })
})

test('容量や種別は誰のものでもないが、EID、番号、生年月日、契約者は個人の情報', () => {
  expect(isPersonal({ plan: 13, lineCount: 1, lines: [{ kind: 'voice' }] })).toBe(false)
  expect(isPersonal({ lineCount: 1, lines: [{ eid: '1' }] })).toBe(true)
  expect(isPersonal({ lineCount: 1, lines: [{ number: '080' }] })).toBe(true)
  expect(isPersonal({ lineCount: 1, lines: [{ birth: today }] })).toBe(true)
  expect(isPersonal(whole)).toBe(true)
})
