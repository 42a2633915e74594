import type { Browser, Page } from '@playwright/test'
import { formatVolume } from '#ui/format.ts'
import { expect, logIn as logInFirst } from './fixtures.ts'
import { test, type OwnPortal } from './own-portal.ts'

// An hour passes and the traffic generator makes its records. Then the carrier, the ledger and every screen are asked,
// each by itself: they must say the same to the byte, or as it is rounded for the eye.

// The same moment as in procedures-sim.e2e.ts, so that both copy one demo.
test.use({ startAt: '2026-11-20T10:00:00+09:00' })
const month = '2026-11'
const members = ['sato', 'suzuki', 'takahashi']

test('1時間が過ぎても、回線設備・台帳・画面・保存したファイルの数字は1バイトもずれない', async ({
  browser,
  portal,
}) => {
  test.setTimeout(180_000)
  await portal.clock.to('2026-11-20T18:30')
  const before = await factsOf(portal)
  await portal.clock.move('+1h')
  const after = await factsOf(portal)
  for (const loginId of members) {
    const [old, now] = [before.get(loginId), after.get(loginId)]
    if (!old || !now) throw new Error('nothing was found out')
    expect(now.records, loginId).toEqual(now.carrier)
    expect(now.ledgerBytes + now.uncoveredBytes, loginId).toBe(now.carrier.highBytes)
    // What went from the buckets within the hour is what was used within it.
    expect(old.balanceBytes - now.balanceBytes, loginId).toBe(now.ledgerBytes - old.ledgerBytes)
    const grown = now.carrier.highBytes - old.carrier.highBytes
    if (loginId === 'takahashi') expect(grown).toBe(0)
    else expect(grown, loginId).toBeGreaterThan(0)
    for (const javaScriptEnabled of [true, false])
      await checkScreens(browser, portal, { loginId, javaScriptEnabled, facts: now })
  }
})

type Facts = Awaited<ReturnType<OwnPortal['usageFacts']>>

async function factsOf(portal: OwnPortal) {
  const facts = new Map<string, Facts>()
  for (const loginId of members) facts.set(loginId, await portal.usageFacts({ loginId, month }))
  return facts
}

async function checkScreens(
  browser: Browser,
  { url }: OwnPortal,
  seen: { loginId: string; javaScriptEnabled: boolean; facts: Facts },
) {
  const { loginId, javaScriptEnabled, facts } = seen
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled })
  const page = await context.newPage()
  await test.step(`${loginId}${javaScriptEnabled ? '' : '（スクリプトなし）'}`, async () => {
    const left = formatVolume(facts.balanceBytes, 'residual')
    const used = formatVolume(facts.carrier.highBytes, 'used')
    await logInFirst(page, loginId, '/mypage/top.html')
    await expect(page.locator('.residual__figure')).toHaveText(`残り ${left}`)
    // A stopped line's stage says how to get it back instead.
    if (loginId !== 'takahashi')
      await expect(page.locator('.residual__asof')).toContainText(`今月の利用 ${used}`)
    await page.goto('/mypage/lite')
    await expect(page.locator('.n')).toHaveText(left)
    await checkCharts(page, facts)
    await checkFiles(page, facts)
  })
  await context.close()
}

/** The month so far by day and by month, and the picture of the days beside their tables. */
async function checkCharts(page: Page, facts: Facts) {
  await page.goto('/mypage/data/usage.html')
  const days = await rowsOf(page, '#days')
  expect(await titlesOf(page)).toEqual(days.map(wordsOf))
  const answer = await page.request.get('/api/status/usage/')
  const { result }: { result: UsageResult } = await answer.json()
  expect(days).toEqual(
    result.days.map((day) => [
      expect.stringContaining(String(Number(day.date.slice(8)))),
      formatVolume(day.highSpeedBytes, 'used'),
      formatVolume(day.lowSpeedBytes, 'used'),
      day.provisional ? '暫定値' : '確定',
    ]),
  )
  const own = result.days.filter(({ date }) => date.startsWith(month))
  expect(own).toHaveLength(20)
  expect(sum(own.map((day) => day.highSpeedBytes))).toBe(facts.carrier.highBytes)
  expect(sum(own.map((day) => day.lowSpeedBytes))).toBe(facts.carrier.lowBytes)

  const months = await rowsOf(page, '#months')
  expect(months[0]).toEqual(
    expect.arrayContaining([
      formatVolume(facts.carrier.highBytes, 'used'),
      formatVolume(facts.carrier.lowBytes, 'used'),
    ]),
  )
}

type UsageResult = {
  days: { date: string; highSpeedBytes: number; lowSpeedBytes: number; provisional: boolean }[]
}

/** What is saved for one's own reckoning adds up to the carrier's total. */
async function checkFiles(page: Page, { carrier }: Facts) {
  const period = `from=${month}-01&to=${month}-20`
  const csv = await (await page.request.get(`/mypage/data/usage.csv?${period}`)).text()
  const rows = csv.trim().split('\r\n').slice(1)
  const column = (n: number) => sum(rows.map((row) => Number(row.split(',')[n])))
  expect([column(4), column(5)]).toEqual([carrier.highBytes, carrier.lowBytes])
  const answer = await page.request.get(`/mypage/data/usage.json?${period}`)
  const json: { lines: { rows: { highSpeedBytes: number; lowSpeedBytes: number }[] }[] } =
    await answer.json()
  const records = json.lines.flatMap((line) => line.rows)
  expect(records).toHaveLength(rows.length)
  expect(sum(records.map((one) => one.highSpeedBytes))).toBe(carrier.highBytes)
  expect(sum(records.map((one) => one.lowSpeedBytes))).toBe(carrier.lowBytes)
}

const rowsOf = (page: Page, chart: '#days' | '#months') =>
  page
    .locator(`${chart} tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
    )

const titlesOf = (page: Page) =>
  page
    .locator('#days svg[role=img] > g > title')
    .evaluateAll((titles) => titles.map((title) => title.textContent ?? ''))

const wordsOf = ([date, high, low, state]: string[]) =>
  `${date} 高速 ${high}、低速 ${low}${state === '暫定値' ? '（暫定値）' : ''}`

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
