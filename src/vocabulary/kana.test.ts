import { expect, test } from 'vitest'
import { soundOf } from './kana.ts'

test.each([
  ['オオノ', 'オウノ'],
  ['オオノ', 'オーノ'],
  ['ユウコ', 'ユーコ'],
  ['ケイコ', 'ケーコ'],
  ['シヅカ', 'シズカ'],
  ['ハットリ', 'ハツトリ'],
  ['キョウ・コ', 'キヨウ コ'],
  ['ﾊｼﾓﾄ', 'はしもと'],
  ['ヴィオラ', 'ビオラ'],
  ['カヲル', 'カオル'],
])('%s と %s は、同じ読みとして比べる', (one, other) => {
  expect(soundOf(one)).toBe(soundOf(other))
})

test.each([
  ['サトウ', 'カトウ'],
  ['ハシモト', 'ハシモド'],
  ['アイ', 'アオイ'],
])('%s と %s は、別の読み', (one, other) => {
  expect(soundOf(one)).not.toBe(soundOf(other))
})
