import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { typedEid } from './eid.ts'
import {
  bytes,
  instant,
  lineId,
  optionalStory,
  optionalText,
  story,
  ownPath,
  queryFlag,
  queryList,
  queryNumber,
  text,
  tokyoDate,
  tokyoMonth,
  typedEmail,
  typedPhoneNumber,
  typedZipcode,
  yen,
} from './primitives.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
const sentence = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message

describe('text', () => {
  test.each([
    ['NUL', 'a\0b'],
    ['a lone high surrogate', 'a\ud842'],
    ['a lone low surrogate', '\udfb7a'],
  ])('refuses %s, which the database cannot hold', (_, value) => {
    const expected = '使用できない文字が含まれています。入力し直してください。'
    expect(sentence(text(10), value)).toBe(expected)
    expect(sentence(optionalText(10), value)).toBe(expected)
  })

  test('holds the characters of real names', () => {
    expect(text(20).parse('𠮷田 髙﨑 德①㈱')).toBe('𠮷田 髙﨑 德①㈱')
  })

  test('is trimmed and then neither empty nor too long', () => {
    expect(text(3).parse('　abc ')).toBe('abc')
    expect(sentence(text(3), '　 ')).toBe('入力してください。')
    expect(sentence(text(3), 'abcd')).toBe('3文字以内で入力してください。')
    expect(optionalText(3).parse(' ')).toBe('')
  })

  test('keeps nothing that turns the direction, steers a terminal or shows as nothing', () => {
    const hostile = '花\u202e子\u001b[31m\u009b\u0007\u200e\u2066\ufeff'
    expect(text(20).parse(hostile)).toBe('花子[31m')
    expect(optionalText(20).parse(hostile)).toBe('花子[31m')
    expect(story(20).parse(hostile)).toBe('花子[31m')
    expect(text(20).parse('家族👨\u200d👩\u200d👧')).toBe('家族👨\u200d👩\u200d👧')
  })

  test('is one line, and a story has its lines', () => {
    expect(text(20).parse('一\r\n二\t三')).toBe('一 二 三')
    expect(story(20).parse('一\r\n二\u2028三\n')).toBe('一\n二\n三')
    expect(optionalStory(20).parse('')).toBe('')
  })

  test('anything it accepts survives UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (value) => {
        const parsed = text(100).safeParse(value)
        if (!parsed.success) return
        const bytesOf = new TextEncoder().encode(parsed.data)
        expect(new TextDecoder().decode(bytesOf)).toBe(parsed.data)
        expect(bytesOf.includes(0)).toBe(false)
      }),
    )
  })
})

describe('郵便番号は、どの書き方でも7桁として受け取る', () => {
  test.each([
    '1000001',
    '100-0001',
    '１００－０００１',
    '〒100-0001',
    ' １００ー０００１ ',
    '100−0001',
  ])('%s', (typed) => expect(typedZipcode.parse(typed)).toBe('1000001'))

  test.each(['', '100000', '10000012', 'abcdefg', '１００a００1', '一〇〇〇〇〇一'])(
    '%s は受け取らない',
    (typed) => {
      expect(sentence(typedZipcode, typed)).toBe('郵便番号を7桁の数字で入力してください。')
    },
  )
})

test('電話番号・EID・メールアドレスも全角とハイフンを受け取る', () => {
  expect(typedPhoneNumber.parse('０９０-1234-５６７８')).toBe('09012345678')
  expect(accepts(typedPhoneNumber, '9012345678')).toBe(false)
  for (const typed of ['+81 90-1234-5678', '＋81 90 1234 5678', '+81 (0)90-1234-5678'])
    expect(typedPhoneNumber.parse(typed)).toBe('09012345678')
  expect(typedEid.parse('８９０４ 9032 0000 0000 0000 0000 0006 0012')).toBe(
    '89049032000000000000000000060012',
  )
  expect(accepts(typedEid, '8904903200000000000000000000001')).toBe(false)
  // The check digits of a number typed wrongly do not fit.
  expect(accepts(typedEid, '89049032000000000000000000060021')).toBe(false)
  expect(typedEmail.parse('ｓａｔｏ＠example.jp')).toBe('sato@example.jp')
  expect(accepts(typedEmail, 'sato@')).toBe(false)
})

describe('time', () => {
  test.each(['2026-02-28', '2028-02-29', '2000-02-29', '2026-12-31'])('%s is a date', (date) => {
    expect(tokyoDate.parse(date)).toBe(date)
  })

  test.each(['2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-1-1', '20261120', ''])(
    '%s is none',
    (date) => expect(accepts(tokyoDate, date)).toBe(false),
  )

  test('a month has a year and twelve of them', () => {
    expect(accepts(tokyoMonth, '2026-12')).toBe(true)
    expect(accepts(tokyoMonth, '2026-13')).toBe(false)
  })

  test('an instant is told in Japan’s offset only', () => {
    expect(accepts(instant, '2026-11-30T23:59:59+09:00')).toBe(true)
    expect(accepts(instant, '2026-11-30T23:59:59.123456789+09:00')).toBe(true)
    expect(accepts(instant, '2026-11-30T14:59:59Z')).toBe(false)
    expect(accepts(instant, '2026-02-30T00:00:00+09:00')).toBe(false)
    expect(accepts(instant, '2026-11-30T24:00:00+09:00')).toBe(false)
  })
})

test('money and volume are whole numbers; only money may be negative', () => {
  expect([1078, -300, 0].every((value) => accepts(yen, value))).toBe(true)
  expect([10.5, '1078', Number.NaN].some((value) => accepts(yen, value))).toBe(false)
  expect([accepts(bytes, 3_250_000_000), accepts(bytes, -1)]).toEqual([true, false])
})

test('an id is opaque and short, and never reaches beyond its alphabet', () => {
  expect(accepts(lineId, 'line_8c3k0v')).toBe(true)
  expect(
    ['', "' or 1=1", 'a/b', '../x', 'あ', 'x'.repeat(65)].some((v) => accepts(lineId, v)),
  ).toBe(false)
})

test('a return path stays on our own site', () => {
  expect(accepts(ownPath, '/mypage/top.html?a=1#b')).toBe(true)
  expect(
    ['//evil.example', '/\\evil.example', 'https:x', '/a b', '/\tx', 'mypage', ''].some((path) =>
      accepts(ownPath, path),
    ),
  ).toBe(false)
})

describe('a query holds text', () => {
  test('numbers', () => {
    expect(queryNumber(1, 50).parse('20')).toBe(20)
    expect(['0', '51', '', '1e1', '-1', '1.5'].some((v) => accepts(queryNumber(1, 50), v))).toBe(
      false,
    )
  })

  test('flags', () => {
    expect(['true', '1', 'false', '0', true].map((v) => queryFlag.parse(v))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect(accepts(queryFlag, 'yes')).toBe(false)
  })

  test('a key once or several times', () => {
    expect(queryList(lineId, 2).parse('a')).toEqual(['a'])
    expect(queryList(lineId, 2).parse(['a', 'b'])).toEqual(['a', 'b'])
    expect(sentence(queryList(lineId, 2), ['a', 'b', 'c'])).toBe('2個以内で選んでください。')
  })
})

test('項目の説明は日本語で、入力された内容を繰り返さない', () => {
  const form = z.object({
    kind: z.enum(['data', 'voice']),
    amount: z.int().max(10),
    on: z.boolean(),
    name: text(5),
    list: z.array(z.string()).min(1),
  })
  const sentences = (value: unknown) =>
    form.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(sentences({})).toEqual([
    ['kind', '選んでください。'],
    ['amount', '入力してください。'],
    ['on', '入力してください。'],
    ['name', '入力してください。'],
    ['list', '入力してください。'],
  ])
  expect(sentences({ kind: '<b>', amount: 11, on: 'x', name: 'a', list: [] })).toEqual([
    ['kind', '表示されている中から選んでください。'],
    ['amount', '10以下で入力してください。'],
    ['on', '「はい」か「いいえ」を選んでください。'],
    ['list', '1つ以上選んでください。'],
  ])
})
