import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  typedAddress,
  typedCode,
  typedKana,
  typedName,
  typedReading,
  typedStreet,
} from './typed-person.ts'

const issues = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? { is: parsed.data } : { says: parsed.error.issues[0]?.message }
}
const NOT_TAKEN = '使用できない文字が含まれています。入力し直してください。'
const KANA = '全角カタカナで入力してください。'

describe('氏名', () => {
  test.each([
    ['𠮷野', '𠮷野'],
    ['髙橋', '髙橋'],
    ['﨑', '﨑'],
    ['神\u{E0100}', '神\u{E0100}'],
    ['　佐々木　', '佐々木'],
    ['ﾔﾏﾀﾞ', 'ヤマダ'],
    ['Ｓｍｉｔｈ', 'Smith'],
    ["O'Brien", "O'Brien"],
    ['マリア　クララ', 'マリア クララ'],
  ])('「%s」は「%s」として受け付ける', (typed, stored) => {
    expect(issues(typedName, typed)).toEqual({ is: stored })
  })

  test.each([
    ['a\0b', NOT_TAKEN],
    ['\uD800', NOT_TAKEN],
    ['山田\u202E', NOT_TAKEN],
    ['山田\u0007', NOT_TAKEN],
    ['😀', NOT_TAKEN],
    ['<b>', NOT_TAKEN],
    ['', '入力してください。'],
    ['　', '入力してください。'],
    ['あ'.repeat(51), '50文字以内で入力してください。'],
    ['あ'.repeat(10_000), '50文字以内で入力してください。'],
    [undefined, '入力してください。'],
  ])('%j は「%s」と断る', (typed, sentence) => {
    expect(issues(typedName, typed)).toEqual({ says: sentence })
  })
})

describe('フリガナ', () => {
  test.each([
    ['ｻﾄｳ', 'サトウ'],
    ['さとう', 'サトウ'],
    ['ゔぁん', 'ヴァン'],
    ['サト−', 'サトー'],
    ['ｻﾄｰ', 'サトー'],
    ['　ミサキ ', 'ミサキ'],
  ])('「%s」は「%s」として受け付ける', (typed, stored) => {
    expect(issues(typedKana, typed)).toEqual({ is: stored })
  })

  test.each([
    ['佐藤', KANA],
    ['a\0', KANA],
    ['\uDC00', KANA],
    ['', '入力してください。'],
    ['ア'.repeat(10_000), '50文字以内で入力してください。'],
    ['㍿'.repeat(50), '50文字以内で入力してください。'],
  ])('%j は「%s」と断る', (typed, sentence) => {
    expect(issues(typedReading, typed)).toEqual({ says: sentence })
  })
})

test('フリガナのない方のために、自分のフリガナは空でよく、人を指すときはアルファベットの氏名でよい', () => {
  expect(issues(typedKana, '')).toEqual({ is: '' })
  expect(issues(typedKana, 'Smith')).toEqual({ says: KANA })
  expect(issues(typedReading, 'Ｓｍｉｔｈ')).toEqual({ is: 'Smith' })
})

describe('住所', () => {
  test.each([
    ['太子堂１－２－３　コーポ桜２０３', '太子堂1-2-3 コーポ桜203'],
    ['梅田3−1ー1', '梅田3-1-1'],
    ['ﾒｿﾞﾝ梅田', 'メゾン梅田'],
    ['ハイツ・タワー', 'ハイツ・タワー'],
    ['霞ヶ関（第2）', '霞ヶ関(第2)'],
  ])('「%s」は「%s」として受け付ける', (typed, stored) => {
    expect(issues(typedAddress(120), typed)).toEqual({ is: stored })
  })

  test('改行や制御文字は残らない', () => {
    expect(issues(typedAddress(120), '千代田\n1-1')).toEqual({ is: '千代田 1-1' })
    expect(issues(typedAddress(120), '千代田\u0000')).toEqual({ says: NOT_TAKEN })
    expect(issues(typedAddress(120), '千代田\u2066')).toEqual({ says: NOT_TAKEN })
  })
})

describe('確認コード', () => {
  test('全角や空白が混ざっても6桁の数字として読む', () => {
    expect(issues(typedCode, '１２３ ４５６')).toEqual({ is: '123456' })
    expect(issues(typedCode, '12345')).toEqual({ says: '届いた6桁の数字を入力してください。' })
    expect(issues(typedCode, 'abcdef')).toEqual({ says: '届いた6桁の数字を入力してください。' })
  })
})

describe('町名・番地・建物名', () => {
  test.each([
    '太子堂1-2-3 コーポ桜203',
    '大久保１丁目２番３号',
    '大久保一丁目二番三号',
    '北一条西4',
    '一番町番地なし',
    '無番地',
  ])('「%s」は、番地のある住所として受け付ける', (typed) => {
    expect(typedStreet.safeParse(typed).success).toBe(true)
  })

  test.each(['大久保', '三軒茶屋', '一番町', '大久保 コーポ桜'])(
    '「%s」は、町だけなので番地をたずねる',
    (typed) => {
      expect(issues(typedStreet, typed)).toEqual({
        says: '番地まで入力してください。番地のない住所のときは、「番地なし」と続けてください。',
      })
    },
  )
})
