// npm run pictures: some forty screens as pictures, compared with those of the run before, on one sheet to look at by eye.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { pages } from '#vocabulary/pages.ts'
import { DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { startTestPortal } from '../tests/e2e/test-portal.ts'
import { compare } from './pictures/compare.ts'
import { mailPage, screens, type Screen } from './pictures/screens.ts'
import { sheetOf, type Shown } from './pictures/sheet.ts'
import { buildPortal } from './setup/build.ts'
import { ensureChromium, ensureJapaneseFont } from './setup/chromium.ts'
import { listenForEnd } from './setup/end-request.ts'
import { root } from './setup/root.ts'
import { Started, untilHealthy } from './setup/run-portal.ts'
import { runTool, say } from './setup/run-tool.ts'

/** The demo is made at the first and shown at the second; no hour ends in between, so nothing falls due. */
const beginsAt = '2026-11-20T10:00:00+09:00'
const stillAt = '2026-11-20T10:50:30+09:00'
const phoneAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const folder = join(root, '.data', 'pictures')
const fileOf = (run: 'last' | 'now' | 'diff', { name }: Screen) => join(folder, run, `${name}.png`)

await runTool(async () => {
  const end = listenForEnd()
  const executablePath = ensureChromium(say)
  ensureJapaneseFont(say)
  const started = new Started()
  try {
    await buildPortal(root, say, end)
    const still = Temporal.Now.instant().add(
      Temporal.Instant.from(stillAt).since(Temporal.Instant.from(beginsAt)),
    )
    const portal = await startTestPortal(started, end, beginsAt)
    if (!portal?.url || !portal.ownUrl) return 130
    await untilHealthy(portal.ownUrl, end)
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--font-render-hinting=none'],
    })
    started.add(() => browser.close())
    flip()
    const shown = await takeAll(browser, portal.url, still, end)
    if (end.aborted) return 130
    writeFileSync(join(folder, 'sheet.html'), sheetOf(shown))
    print(shown)
  } finally {
    await started.end()
  }
})

/** The pictures of the run before become the last ones. */
function flip() {
  for (const run of ['last', 'diff']) rmSync(join(folder, run), { recursive: true, force: true })
  if (existsSync(join(folder, 'now'))) renameSync(join(folder, 'now'), join(folder, 'last'))
  for (const run of ['now', 'diff']) mkdirSync(join(folder, run), { recursive: true })
}

async function takeAll(
  browser: Browser,
  url: string,
  still: Temporal.Instant,
  end: AbortSignal,
): Promise<Shown[]> {
  const cookies = new Map<string, Cookies>()
  for (const one of screens)
    if ('path' in one && one.member && !cookies.has(one.member))
      cookies.set(one.member, await logIn(browser, url, one.member))
  stopTime(still)
  const comparing = await browser.newPage()
  const shown: Shown[] = []
  for (const one of screens) {
    if (end.aborted) break
    const member = 'path' in one ? one.member : undefined
    const picture = await take(browser, url, one, member ? cookies.get(member) : undefined)
    writeFileSync(fileOf('now', one), picture)
    shown.push({ name: one.name, pixels: await difference(comparing, one, picture) })
  }
  return shown
}

async function difference(page: Page, one: Screen, picture: Buffer) {
  if (!existsSync(fileOf('last', one))) return undefined
  const { pixels, marked } = await compare(page, readFileSync(fileOf('last', one)), picture)
  if (pixels > 0)
    writeFileSync(fileOf('diff', one), Buffer.from(marked.split(',')[1] ?? '', 'base64'))
  return pixels
}

/** Server, worker and stand-ins run in this process: from here on their time is frozen. */
function stopTime(still: Temporal.Instant) {
  Object.defineProperty(Temporal.Now, 'instant', { value: () => still })
}

async function logIn(browser: Browser, url: string, member: string) {
  const page = await browser.newPage({ baseURL: url })
  await page.goto(`/auth/login?back=${encodeURIComponent(pages.top)}`)
  await page.getByLabel('ログインID').fill(member)
  await page.getByLabel('パスワード').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL((address) => address.pathname === pages.top)
  const cookies = await page.context().cookies()
  await page.close()
  return cookies
}

type Cookies = Awaited<ReturnType<typeof logIn>>

async function take(browser: Browser, url: string, one: Screen, cookies: Cookies | undefined) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: one.width, height: one.width === 1280 ? 900 : 780 },
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    colorScheme: one.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    isMobile: one.width === 375,
    hasTouch: one.width === 375,
    ...(one.width === 375 && { userAgent: phoneAgent }),
  })
  try {
    if (cookies) await context.addCookies(cookies)
    const page = await context.newPage()
    await page.clock.setFixedTime(stillAt)
    if ('mail' in one) await page.setContent(mailPage(one.mail))
    else await page.goto(one.path, { waitUntil: 'networkidle' })
    await announced(page)
    // The minute in which the board of outages was read is not that of the run before.
    const mask = [page.getByText('現在の情報です')]
    return await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', mask })
  } finally {
    await context.close()
  }
}

/** The operator's script fills the bar when the page is long at rest; without it the bar has room, and nothing in it. */
async function announced(page: Page) {
  const isThere = () => document.querySelector('#announce-bar')?.childElementCount !== 0
  await page.waitForFunction(isThere, undefined, { timeout: 15_000 })
}

function print(shown: readonly Shown[]) {
  for (const { name, pixels } of shown)
    if (pixels === undefined) process.stdout.write(`new       ${name}\n`)
    else if (pixels > 0) process.stdout.write(`different ${name}: ${pixels} pixels\n`)
  const changed = shown.filter(({ pixels }) => pixels !== undefined && pixels > 0).length
  process.stdout.write(`${changed} of ${shown.length} differ: ${join(folder, 'sheet.html')}\n`)
}
