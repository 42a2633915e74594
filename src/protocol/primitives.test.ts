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

describe('文字', () => {
  test.each([
    ['NUL', 'a\0b'],
    ['a lone high surrogate', 'a\ud842'],
    ['a lone low surrogate', '\udfb7a'],
  ])('データベースに入らない%sを断る', (_, value) => {
    const expected = '使用できない文字が含まれています。入力し直してください。'
    expect(sentence(text(10), value)).toBe(expected)
    expect(sentence(optionalText(10), value)).toBe(expected)
  })

  test('実在の名前の文字が入る', () => {
    expect(text(20).parse('𠮷田 髙﨑 德①㈱')).toBe('𠮷田 髙﨑 德①㈱')
  })

  test('前後の空白を除き、空でも長すぎもしない', () => {
    expect(text(3).parse('　abc ')).toBe('abc')
    expect(sentence(text(3), '　 ')).toBe('入力してください。')
    expect(sentence(text(3), 'abcd')).toBe('3文字以内で入力してください。')
    expect(optionalText(3).parse(' ')).toBe('')
  })

  test('向きを変える文字、端末を操る文字、見えない文字は残さない', () => {
    const hostile = '花\u202e子\u001b[31m\u009b\u0007\u200e\u2066\ufeff'
    expect(text(20).parse(hostile)).toBe('花子[31m')
    expect(optionalText(20).parse(hostile)).toBe('花子[31m')
    expect(story(20).parse(hostile)).toBe('花子[31m')
    expect(text(20).parse('家族👨\u200d👩\u200d👧')).toBe('家族👨\u200d👩\u200d👧')
  })

  test('文字は1行で、説明文には改行がある', () => {
    expect(text(20).parse('一\r\n二\t三')).toBe('一 二 三')
    expect(story(20).parse('一\r\n二\u2028三\n')).toBe('一\n二\n三')
    expect(optionalStory(20).parse('')).toBe('')
  })

  test('受け取った文字は、UTF-8で変わらない', () => {
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

describe('時', () => {
  test.each(['2026-02-28', '2028-02-29', '2000-02-29', '2026-12-31'])('%sは日付である', (date) => {
    expect(tokyoDate.parse(date)).toBe(date)
  })

  test.each(['2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-1-1', '20261120', ''])(
    '%sは日付ではない',
    (date) => expect(accepts(tokyoDate, date)).toBe(false),
  )

  test('月には年があり、12か月ある', () => {
    expect(accepts(tokyoMonth, '2026-12')).toBe(true)
    expect(accepts(tokyoMonth, '2026-13')).toBe(false)
  })

  test('時刻は、日本の時差だけで書く', () => {
    expect(accepts(instant, '2026-11-30T23:59:59+09:00')).toBe(true)
    expect(accepts(instant, '2026-11-30T23:59:59.123456789+09:00')).toBe(true)
    expect(accepts(instant, '2026-11-30T14:59:59Z')).toBe(false)
    expect(accepts(instant, '2026-02-30T00:00:00+09:00')).toBe(false)
    expect(accepts(instant, '2026-11-30T24:00:00+09:00')).toBe(false)
  })
})

test('お金と容量は整数で、負になるのはお金だけ', () => {
  expect([1078, -300, 0].every((value) => accepts(yen, value))).toBe(true)
  expect([10.5, '1078', Number.NaN].some((value) => accepts(yen, value))).toBe(false)
  expect([accepts(bytes, 3_250_000_000), accepts(bytes, -1)]).toEqual([true, false])
})

test('idは意味のない短い文字で、決めた文字のほかは使わない', () => {
  expect(accepts(lineId, 'line_8c3k0v')).toBe(true)
  expect(
    ['', "' or 1=1", 'a/b', '../x', 'あ', 'x'.repeat(65)].some((v) => accepts(lineId, v)),
  ).toBe(false)
})

test('戻り先は、このサイトの中だけ', () => {
  expect(accepts(ownPath, '/mypage/top.html?a=1#b')).toBe(true)
  expect(
    ['//evil.example', '/\\evil.example', 'https:x', '/a b', '/\tx', 'mypage', ''].some((path) =>
      accepts(ownPath, path),
    ),
  ).toBe(false)
})

describe('問い合わせには文字が入る', () => {
  test('数', () => {
    expect(queryNumber(1, 50).parse('20')).toBe(20)
    expect(['0', '51', '', '1e1', '-1', '1.5'].some((v) => accepts(queryNumber(1, 50), v))).toBe(
      false,
    )
  })

  test('オンとオフ', () => {
    expect(['true', '1', 'false', '0', true].map((v) => queryFlag.parse(v))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect(accepts(queryFlag, 'yes')).toBe(false)
  })

  test('1回の鍵、重なる鍵', () => {
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
