import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { proofAddress } from '#vocabulary/proof.ts'
import { openBrowser } from '../browser-without-script.ts'
import { enter, knownDevice } from '../enter.ts'
import { codeSentFor } from '../sent-codes.ts'

/** A small phone: touch, a phone's user agent, less than 768 px wide. */
export const phone = {
  viewport: { width: 375, height: 700 },
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
}

type Options = {
  /** Console errors that a test provokes on purpose. */
  expectedConsole: RegExp | undefined
}

/** Any error in the console or the page fails the test, unless the test expects it. */
export const test = base.extend<Options>({
  expectedConsole: [undefined, { option: true }],
  page: async ({ page, expectedConsole }, use) => {
    const errors: string[] = []
    const take = (text: string) => !expectedConsole?.test(text) && errors.push(text)
    page.on('console', (message) => {
      if (message.type() === 'error') take(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => isOurs(error) && take(error.message))
    await use(page)
    expect(errors).toEqual([])
  },
})

/**
 * The browser's own fading from page to page, given up on a busy machine, is no error of ours; nor is what Playwright's
 * clock leaves in a context that is used again: it runs outside of any file.
 */
function isOurs({ message, stack = '' }: Error): boolean {
  if (message.startsWith('Transition was ')) return false
  return !(message.endsWith(`(reading 'controller')`) && !/https?:/.test(stack))
}

export { expect }

/** Opens a page and waits until the application has taken it over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await running(page)
}

/** React marks the elements it has taken over; effects run by the second frame after that. */
export async function running(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
      }),
  )
}

/** Position and size of an element in whole CSS pixels: in the middle of a transition the browser reports 49.00003 for 49. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator.toString()} takes no room on the page`)
  return {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  }
}

/** Makes the window of an open page so wide; on a busy machine the new width reaches it a moment later. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
}

/** Letters, words and lines further apart, as a reader may set them (WCAG 1.4.12). */
export const setApart = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

/** From here on the page's timers run only when the test lets them: `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1000)
}

export const password = 'hibiki-demo'

/**
 * Logs a demo member in with a second factor, and opens `back`, taken over where there is script; without `back`, no page
 * is opened. The provider's pages are not drawn: for that there is `logInOnPages`.
 */
export async function logIn(page: Page, loginId: string, back?: string): Promise<void> {
  await enterOn(page, loginId, {})
  if (back !== undefined) await openWhereItRuns(page, back)
}

/** As `logIn`, with the password alone: not enough for what may be turned against the member. */
export async function logInByPassword(page: Page, loginId: string, back: string): Promise<void> {
  await enterOn(page, loginId, { byPassword: true })
  await openWhereItRuns(page, back)
}

/** As `logIn`, on the provider's own pages, as a member sees them. */
export async function logInOnPages(page: Page, loginId: string, back: string): Promise<void> {
  await useKnownDevice(page)
  await page.goto(proofAddress('secondFactor', back))
  await page.getByLabel('ログインID').fill(loginId)
  await page.getByLabel('パスワード').fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await typeCode(page)
  await page.waitForURL((url) => url.pathname === back)
  await untilItRuns(page)
}

/** Types the code that the provider has sent for this login. */
export async function typeCode(page: Page): Promise<void> {
  const field = page.getByLabel('確認コード')
  await field.waitFor()
  await field.fill(await codeSentFor(new URL(page.url())))
  await page.getByRole('button', { name: '確認する', exact: true }).click()
}

/** Where a login leads that opens no page. */
const nowhere = '/robots.txt'

/**
 * The whole way to the provider and back by requests, whose cookies are then the page's. Where the provider has not answered
 * within its two seconds, the portal asks the member to try again: a portal of a test's own has just started, with the
 * provider in the same process.
 */
async function enterOn(page: Page, loginId: string, how: { byPassword?: boolean }) {
  const origin = await useKnownDevice(page)
  let reached = ''
  for (let left = 5; left > 0; left -= 1) {
    reached = await wayIn(page, origin, loginId, how)
    if (!reached.includes('reason=unavailable')) break
  }
  expect(reached).toBe(origin + nowhere)
}

/** Returns where the login leads; in words where it stops. */
async function wayIn(page: Page, origin: string, loginId: string, how: { byPassword?: boolean }) {
  const { name, value } = knownDevice(origin)
  const browser = openBrowser({
    origin,
    cookies: { [name]: value },
    send: (url, init) => sendFrom(page, url, init),
    isFollowed: ({ pathname }) => pathname !== nowhere,
  })
  return enter(browser, loginId, nowhere, how).then(
    ({ leadsTo, url, title }) => leadsTo ?? `${url.href}（${title}）`,
    (error: unknown) => String(error),
  )
}

/** Returns where the portal is. */
async function useKnownDevice(page: Page): Promise<string> {
  const { origin } = new URL((await page.request.get(nowhere)).url())
  const device = { ...knownDevice(origin), url: `${origin}/`, httpOnly: true }
  await page.context().addCookies([{ ...device, sameSite: 'Lax' }])
  return origin
}

/** A request of the page's, with its cookies; no redirect is followed. */
export async function sendFrom(page: Page, url: URL, { method, headers, body }: RequestInit) {
  const sentAs = new Headers(headers)
  // As text: a field with several values would keep its last as `form`.
  const form = body instanceof URLSearchParams ? String(body) : undefined
  if (form !== undefined) sentAs.set('content-type', 'application/x-www-form-urlencoded')
  const answer = await page.request.fetch(url.href, {
    maxRedirects: 0,
    headers: Object.fromEntries(sentAs),
    ...(method ? { method } : {}),
    ...(form !== undefined ? { data: form } : {}),
  })
  const sent = answer.headersArray().map(({ name, value }): [string, string] => [name, value])
  return new Response(await answer.text(), { status: answer.status(), headers: sent })
}

/** For what is walked without script elsewhere: a browser of requests with the session of the page, which is not drawn. */
export async function undrawn(page: Page) {
  const { origin } = new URL((await page.request.get(nowhere)).url())
  const cookies = (await page.context().cookies()).map(({ name, value }) => [name, value] as const)
  return openBrowser({
    origin,
    cookies: Object.fromEntries(cookies),
    send: (url, init) => sendFrom(page, url, init),
    isFollowed: (url) => url.origin === origin,
  })
}

async function openWhereItRuns(page: Page, path: string) {
  await page.goto(path)
  await untilItRuns(page)
}

async function untilItRuns(page: Page) {
  const starts = () =>
    matchMedia('(scripting: enabled)').matches && document.getElementById('app-boot') !== null
  if (await page.evaluate(starts)) await running(page)
}

/** What the page asks our server for from now on, without the build's scripts and the icon. */
export function requestsOf(page: Page): string[] {
  const addresses: string[] = []
  const ignored = /-[\w-]{8}\.(js|css)$|^\/favicon\.svg$/
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === new URL(page.url()).origin && !ignored.test(url.pathname))
      addresses.push(url.pathname + url.search)
  })
  return addresses
}

/** The sum of all layout shifts so far (quality R13 allows 0.1; the goal is 0.02). */
export const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const values = list.getEntries().map((entry) => Number(Reflect.get(entry, 'value')))
          resolve(values.reduce((sum, value) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(resolve, 300, 0)
      }),
  )
