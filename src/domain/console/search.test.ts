import { expect, test } from 'vitest'
import { readSearch } from './search.ts'

test('1つの欄に入れたものが、何でさがすものかを読み取る', () => {
  expect(
    [
      '090-0000-1001',
      '０９０　００００　１００１',
      '+81 90-0000-1001',
      'Suzuki@example.jp',
      't-2k7d-9f',
      'A-7K2M-93XQ-W4PD',
      'con_8c3k2m',
      'スズキ ハナコ 1985-04-02',
      'すずき はなこ　1985年4月2日',
      'SMITH JOHN 19850402',
    ].map(readSearch),
  ).toEqual([
    { by: 'number', value: '09000001001' },
    { by: 'number', value: '09000001001' },
    { by: 'number', value: '09000001001' },
    { by: 'mail', value: 'Suzuki@example.jp' },
    { by: 'ticket', value: 'T-2K7D-9F' },
    { by: 'order', value: 'A-7K2M-93XQ-W4PD' },
    { by: 'contract', value: 'con_8c3k2m' },
    { by: 'person', kana: 'スズキ ハナコ', birth: '1985-04-02' },
    { by: 'person', kana: 'すずき はなこ', birth: '1985-04-02' },
    { by: 'person', kana: 'SMITH JOHN', birth: '1985-04-02' },
  ])
})

test('読み取れないものは、さがさない', () => {
  expect(
    ['', '鈴木花子', '1985-04-02', 'スズキ ハナコ 1985-02-30', '0900', '%', 'スズキ'].map(
      readSearch,
    ),
  ).toEqual(Array.from({ length: 7 }, () => undefined))
})
