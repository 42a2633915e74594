import { describe, expect, test } from 'vitest'
import { kanaOf, readingOf } from './kana-readings.ts'

describe('変換の前に入力した読み', () => {
  test.each([
    ['ローマ字入力', ['ｔ', 'た', 'たｎ', 'たな', 'たなｋ', 'たなか', '田中'], '田中', 'タナカ'],
    ['別の候補を選ぶ', ['わたなべ', '渡辺', '渡邊', '渡邉'], '渡邉', 'ワタナベ'],
    ['打ち直す', ['さいと', 'さい', 'さいとう', '斎藤'], '斎藤', 'サイトウ'],
    ['最後の「ん」がnのまま', ['け', 'けｎ', '健'], '健', 'ケン'],
    ['文節ごとに変換する', ['ささき', '佐々き', '佐々木'], '佐々木', 'ササキ'],
    ['半角カタカナ', ['ﾔﾏﾀﾞ', '山田'], '山田', 'ヤマダ'],
    ['変換しない', ['さくら'], 'さくら', 'サクラ'],
    ['長音', ['りーさ', 'リーサ'], 'リーサ', 'リーサ'],
  ])('%s', (_, states, committed, reading) => {
    expect(readingOf(states, committed)).toBe(reading)
  })

  test.each([
    ['取り消した', ['た', 'たな'], ''],
    ['英字', ['S', 'Sm', 'Smith'], 'Smith'],
    ['読みのない貼り付け', [], '田中'],
  ])('%sときは、読みは分からない', (_, states, committed) => {
    expect(readingOf(states, committed)).toBeUndefined()
  })
})

describe('氏名の欄のフリガナ', () => {
  const readings = new Map([
    ['佐', 'サ'],
    ['佐々', 'ササ'],
    ['木', 'キ'],
  ])

  test.each([
    ['佐々木', 'ササキ'],
    ['佐', 'サ'],
    ['木の実', undefined],
    ['木のみ', 'キノミ'],
    [' 佐々木 ', 'ササキ'],
    ['', ''],
    ['𠮷田', undefined],
    ['Smith', undefined],
  ])('「%s」は%j', (value, kana) => {
    expect(kanaOf(value, readings)).toBe(kana)
  })
})
