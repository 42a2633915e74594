import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { inject } from 'vitest'
import { openBrowser, type Page } from '../browser-without-script.ts'
import { enter, knownDevice } from '../enter.ts'

export const portalUrl = inject('portalUrl')

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

/** One request, as it is written: nothing is followed, decoded or tidied up. */
export function request(
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Answer> {
  const { hostname, port, href } = new URL(portalUrl)
  return new Promise((resolve, reject) => {
    const asked = ask({ hostname, port, path: path.replace(href, '/'), method, headers })
    asked.once('error', reject)
    asked.once('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.once('error', reject)
      answer.once('end', () => {
        const all = Buffer.concat(parts)
        const { statusCode: status = 0 } = answer
        resolve({ status, headers: answer.headers, body: all, text: all.toString() })
      })
    })
    asked.end(body)
  })
}

type Sent = { method?: string; headers?: Record<string, string>; body?: string }

let visitors = 0

/**
 * A visitor's browser without script, at an address of its own: hundreds of logins within a minute are no flood. It follows
 * redirects, to the provider and back as well.
 */
export function visit(cookies: Readonly<Record<string, string>> = {}) {
  const address = { 'X-Forwarded-For': `10.0.${(visitors += 1) >> 8}.${visitors & 255}` }
  return openBrowser({
    origin: portalUrl,
    cookies,
    send: (url, { headers, ...init }) =>
      fetch(url, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(headers)), ...address },
        redirect: 'manual',
      }),
    isFollowed: ({ hostname }) => ['localhost', '127.0.0.1'].includes(hostname),
  })
}

export type Member = {
  page: Page
  open: (path: string) => Promise<Page>
  /** A file or an answer of the API, with the member's session. */
  get: (path: string) => Promise<Answer>
}

/** Logs a demo member in by the provider's own pages, with a second factor, and comes back to `back`. */
export async function logIn(loginId: string, back: string): Promise<Member> {
  const { name, value } = knownDevice(portalUrl)
  const browser = visit({ [name]: value })
  const page = await enter(browser, loginId, back)
  return {
    page,
    open: browser.open,
    get: (path) => request(path, { headers: { Cookie: browser.cookieHeader() } }),
  }
}
