import { DEMO_DEVICE, DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { proofAddress } from '#vocabulary/proof.ts'
import type { Browser } from './browser-without-script.ts'
import { codeSentFor } from './sent-codes.ts'

/**
 * The cookie of the browser that the demo's people have used until now: nothing waits that is ordered from it (decision
 * 052).
 */
export const knownDevice = (portalUrl: string) => ({
  name: portalUrl.startsWith('https:') ? '__Host-device' : 'device',
  value: DEMO_DEVICE,
})

/**
 * Logs a demo member in by the provider's own pages, which are asked for and answered, but not drawn: with a second factor,
 * or with the password alone. Comes back to `back`.
 */
export async function enter(
  browser: Browser,
  loginId: string,
  back: string,
  { byPassword = false } = {},
) {
  const begin = byPassword
    ? `/auth/login?${new URLSearchParams({ back })}`
    : proofAddress('secondFactor', back)
  const login = await browser.open(begin)
  const asked = await login.press('ログイン', { loginId, password: DEMO_PASSWORD })
  if (byPassword) return asked
  return asked.press('確認する', { code: await codeSentFor(asked.url) })
}

/** Somebody of the demo's staff logs in at the directory, with the code by mail, and comes to `back` of the console. */
export async function enterDesk(browser: Browser, loginId: string, back: string) {
  const login = await browser.open(`/auth/login?${new URLSearchParams({ back })}`)
  const asked = await login.press('ログイン', { loginId, password: DEMO_PASSWORD })
  return asked.press('確認する', { code: await codeSentFor(asked.url) })
}
