import { inject } from 'vitest'
import { openBrowser } from '../browser-without-script.ts'
import { enterDesk } from '../enter.ts'

export const consoleUrl = inject('consoleUrl')

/** A browser without script at the console; it follows to the directory and back. */
const visitDesk = () =>
  openBrowser({
    origin: consoleUrl,
    send: (url, init) => fetch(url, { ...init, redirect: 'manual' }),
    isFollowed: ({ hostname }) => ['localhost', '127.0.0.1'].includes(hostname),
  })

/** Somebody of the demo's staff logs in at the directory, with the code by mail, and comes to `back`. */
export async function logInAtDesk(loginId: string, back = '/') {
  const browser = visitDesk()
  const page = await enterDesk(browser, loginId, back)
  return { page, open: browser.open, cookies: () => browser.cookieHeader() }
}

/** What the console answers to somebody who is not logged in. */
export const askDesk = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, consoleUrl), { redirect: 'manual', ...init })
