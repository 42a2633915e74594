import { expect, test } from 'vitest'
import { headerButtons } from './auth-buttons.tsx'

test.each([
  [
    '会員にはマイページだけ',
    { mvno_member: true, dmm_login: true },
    { myPage: true, order: false },
  ],
  [
    '会員の印だけでもマイページだけ',
    { mvno_member: true, dmm_login: false },
    { myPage: true, order: false },
  ],
  [
    '契約のないアカウントにはお申し込みだけ',
    { mvno_member: false, dmm_login: true },
    { myPage: false, order: true },
  ],
  ['はじめての人には両方', { mvno_member: false, dmm_login: false }, { myPage: true, order: true }],
])('%s', (_, auth, expected) => {
  expect(headerButtons(auth)).toEqual(expected)
})
