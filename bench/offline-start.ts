import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { pages } from '#vocabulary/pages.ts'
import { logIn, openDemo } from './demo-under-test.ts'
import { median, type Row } from './row.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
/** As Lighthouse slows a desktop's core down to a usual phone's. */
const SLOWER = 4
const GOAL_MS = 1000

/**
 * The installed app in a tunnel: from the opening of a new tab to the painted figures, on a phone's window and a core four
 * times slower. The same page on an unslowed core stands beside it: the machine is seldom quiet.
 */
export async function run(): Promise<Row[]> {
  const portal = await openDemo()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({
      viewport: { width: 375, height: 700 },
      isMobile: true,
      serviceWorkers: 'allow',
    })
    await install(context, portal.origin)
    await context.setOffline(true)
    const slow: number[] = []
    const plain: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      slow.push(await start(context, portal.origin, SLOWER))
      plain.push(await start(context, portal.origin, 1))
    }
    const shown = { anchor: 'a second', anchorMs: GOAL_MS }
    const row = (what: string, times: readonly number[]) => ({
      ...shown,
      what,
      medianMs: median(times),
      ratio: median(times) / GOAL_MS,
    })
    return [
      { goal: '29', ...row('offline, to the figures, 4 × slower', slow), wanted: { atMost: 1 } },
      row('the same, on a core as it is', plain),
    ]
  } finally {
    await browser.close()
    await portal.close()
  }
}

/** A member has opened the app once: its worker looks after my page, and the figures lie in the phone. */
async function install(context: BrowserContext, origin: string) {
  // Chromium's debugger emulates no display mode.
  await context.addInitScript(() => {
    const asked = window.matchMedia.bind(window)
    window.matchMedia = (query) => asked(query === '(display-mode: standalone)' ? 'all' : query)
  })
  const page = await context.newPage()
  await logIn(page, origin, 'suzuki', pages.top)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.waitForFunction(async () => {
    // Opened before my page has made it, it would stay empty.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'stored')) return false
    const opened = indexedDB.open('stored')
    const db = await new Promise<IDBDatabase>((resolve) => {
      opened.addEventListener('success', () => resolve(opened.result))
    })
    const count = db.transaction('rows').objectStore('rows').count()
    const rows = await new Promise<number>((resolve) => {
      count.addEventListener('success', () => resolve(count.result))
    })
    db.close()
    return rows > 0
  })
  await page.close()
}

/** @returns milliseconds from the navigation to the frame after the figures */
async function start(context: BrowserContext, origin: string, slower: number): Promise<number> {
  const page = await context.newPage()
  try {
    await slowDown(page, slower)
    await page.goto(origin + pages.top, { waitUntil: 'commit' })
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelector('.mystage__ring p') === null) requestAnimationFrame(look)
            else requestAnimationFrame(() => resolve(performance.now()))
          }
          look()
        }),
    )
  } finally {
    await page.close()
  }
}

async function slowDown(page: Page, rate: number) {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate })
}
