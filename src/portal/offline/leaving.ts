import { antiForgery, readAntiForgeryToken, readCookie } from '#protocol/conventions.ts'
import { dropLoginKey } from '#portal/stored/login-key.ts'
import { forget, noteLeft } from '#portal/stored/store.ts'

export const leftWords =
  'この端末に残した数字を消しました。ログアウトは、つながったときに自動で終わります。'

/** Out of reach: what the phone has is gone at once; the login ends when the line is back (`endLogin`). */
export async function leave(): Promise<void> {
  dropLoginKey()
  await forget()
  await noteLeft()
  location.reload()
}

/** As the page of the logout does it: by a form, so that the portal clears the browser. */
export function endLogin(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/auth/logout'
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = antiForgery.field
  field.value = readAntiForgeryToken((name) => readCookie(document.cookie, name)) ?? ''
  form.append(field)
  document.body.append(form)
  form.submit()
}
