import { expect, test } from 'vitest'
import { hide } from './masks.ts'

test('氏名・番号・住所などは、見せるまで伏せてある', () => {
  expect([
    hide('name', '鈴木 花子'),
    hide('name', '𠮷田'),
    hide('kana', 'スズキ ハナコ'),
    hide('birth', '1985-04-02'),
    hide('address', '東京都世田谷区太子堂1-2-3'),
    hide('address', '神奈川県横浜市西区1-1'),
    hide('address', '世田谷区太子堂1-2-3'),
    hide('mail', 'suzuki@example.jp'),
    hide('number', '09000001234'),
    hide('number', '0312341234'),
    hide('card', '1111'),
    hide('key', '1234567890'),
  ]).toEqual([
    '鈴＊',
    '𠮷＊',
    'ス＊',
    '＊＊＊＊年＊月＊日',
    '東京都＊＊＊',
    '神奈川県＊＊＊',
    '＊＊＊',
    's＊＊＊@＊＊＊',
    '0＊＊-＊＊＊＊-1234',
    '0＊＊-＊＊＊＊-1234',
    '＊＊＊＊',
    '＊＊＊＊＊＊＊＊＊＊',
  ])
})

test('空の項目は空のまま、開通前の回線の番号はそのまま', () => {
  expect([hide('name', ''), hide('mail', ''), hide('number', '00000000000')]).toEqual([
    '',
    '',
    '00000000000',
  ])
})
