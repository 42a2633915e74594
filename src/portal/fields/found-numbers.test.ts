import fc from 'fast-check'
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

test('共有された文がどんなものでも、決まった桁の数字のほかは取り出さない', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[\d -]{5,40}$/))), (parts) => {
      const found = findIn(`確認コード MNP EID <a href=//x.example>${parts.join('\n')}`)
      for (const { value } of found) expect(value).toMatch(/^(\d{6}|\d{10}|\d{32})$/)
    }),
  )
})
