import { chromium, type Browser, type Page } from '@playwright/test'
import { logIn, openDemo } from './demo-under-test.ts'
import { median, type Row } from './row.ts'

/** 16 kbps both ways and the distance of a phone that is short of signal besides. */
const slow = { offline: false, latency: 300, downloadThroughput: 2000, uploadThroughput: 2000 }
const LIMIT_MS = 20_000
const LIMIT_KB = 30
/** One visit each, of the line named by its place on the page: a line is switched once a minute. */
const visits = [
  { loginId: 'sato', line: 0 },
  { loginId: 'suzuki', line: 0 },
  { loginId: 'suzuki', line: 1 },
  { loginId: 'tanaka', line: 0 },
  { loginId: 'ito', line: 0 },
]

/** P6: /mypage/lite on a throttled line, nothing in the browser's store: until one knows, and until one has acted. */
export async function run(): Promise<Row[]> {
  const portal = await openDemo()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const spent: Spent[] = []
    for (const visit of visits) spent.push(await visitOf(browser, portal.origin, visit))
    return rowsOf(spent)
  } finally {
    await browser.close()
    await portal.close()
  }
}

type Cost = { ms: number; kb: number }
type Spent = Record<'read' | 'switched' | 'topUp' | 'stopped', Cost>

const whats: Record<keyof Spent, string> = {
  read: 'until the residual is read',
  switched: 'and high speed is switched and answered for',
  topUp: 'top-up, from the page to the receipt',
  stopped: 'stop of a lost line, from the page to the answer',
}

async function visitOf(
  browser: Browser,
  origin: string,
  { loginId, line }: (typeof visits)[number],
): Promise<Spent> {
  const context = await browser.newContext({ viewport: { width: 375, height: 700 } })
  const page = await context.newPage()
  await logIn(page, origin, loginId, '/mypage/lite')
  await page.goto('about:blank')
  const spend = await throttle(page)
  const read = await spend(async () => {
    await page.goto(`${origin}/mypage/lite`)
    await page.locator('.n').textContent()
  })
  const act = await spend(async () => {
    await page
      .getByRole('button', { name: /高速データ通信を/ })
      .nth(line)
      .click()
    await page.getByRole('status').textContent()
  })
  const switched = { ms: read.ms + act.ms, kb: read.kb + act.kb }
  const topUp = await spend(async () => {
    await page.getByRole('link', { name: 'データをチャージする' }).click()
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: '確認に進む' }).click()
    await page.getByRole('button', { name: 'この内容で購入する' }).click()
    await page.getByText('データをチャージしました').textContent()
  })
  const stopped = await spend(async () => {
    await page.getByRole('link', { name: '紛失したので回線を止める' }).first().click()
    await page.getByRole('button', { name: 'この回線を止める' }).click()
    await page.getByText('回線を止めました').textContent()
  })
  await context.close()
  return { read, switched, topUp, stopped }
}

/** Slows the page down and counts what goes over the line: answers as they come, with their headers, and what is sent. */
async function throttle(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', slow)
  let bytes = 0
  devtools.on('Network.loadingFinished', (done) => (bytes += done.encodedDataLength))
  devtools.on('Network.requestWillBeSent', ({ request, redirectResponse }) => {
    const headers = Object.entries(request.headers).flat().join('')
    bytes += request.url.length + headers.length + (request.postData?.length ?? 0)
    // An answer that only leads on is not reported as finished.
    bytes += redirectResponse?.encodedDataLength ?? 0
  })
  return async (doing: () => Promise<void>): Promise<Cost> => {
    const [began, before] = [performance.now(), bytes]
    await doing()
    await page.waitForLoadState('load')
    return { ms: performance.now() - began, kb: (bytes - before) / 1000 }
  }
}

function rowsOf(spent: readonly Spent[]): Row[] {
  const rows: Row[] = []
  for (const part of ['read', 'switched', 'topUp', 'stopped'] as const) {
    const what = `/mypage/lite at 16 kbps, ${whats[part]}`
    const ms = median(spent.map((one) => one[part].ms))
    const kb = median(spent.map((one) => one[part].kb))
    const isGoal = part === 'switched'
    rows.push(
      {
        ...(isGoal ? { goal: 'P6', wanted: { atMost: 1 } } : {}),
        what,
        medianMs: ms,
        anchor: 'limit',
        anchorMs: LIMIT_MS,
        ratio: ms / LIMIT_MS,
      },
      {
        ...(isGoal ? { goal: 'P6', wanted: { atMost: 1 } } : {}),
        what: `${what}, with headers`,
        unit: 'kB',
        medianMs: kb,
        anchor: 'limit',
        anchorMs: LIMIT_KB,
        ratio: kb / LIMIT_KB,
      },
    )
  }
  return rows
}
