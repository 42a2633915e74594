import { expect, test } from 'vitest'
import { findIn } from './found-numbers.ts'

test('ほかのアプリから受け取った文から、予約番号・確認コード・EIDを見つける', () => {
  expect(findIn('MNP予約番号は 10-123-45678（有効期限 2026/12/05）です')).toEqual([
    { kind: 'mnp', value: '1012345678' },
  ])
  expect(findIn('確認コード：１２３４５６')).toEqual([{ kind: 'code', value: '123456' }])
  expect(findIn('EID 8904 9032 1234 5123 4512 3456 7890 1235')).toEqual([
    { kind: 'eid', value: '89049032123451234512345678901235' },
  ])
})

test('電話番号や金額だけの文からは、何も見つけない', () => {
  expect(findIn('090-0000-1001 に 1,078円')).toEqual([])
})
