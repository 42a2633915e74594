import { expect, test } from 'vitest'
import { attribute, classesOf, descendants, textOf } from '#server/content/html-tree.ts'
import { formatVolume } from '#ui/format.ts'
import type { Page as Screen } from '../browser-without-script.ts'
import { openBuild, pagesOver } from './pages.ts'
import { useSeededHarness } from './seeded.ts'
import { usageFacts, type UsageFacts } from './usage-facts.ts'

// An hour passes and the traffic generator makes its records. Then the carrier, the ledger and every screen are asked,
// each by itself: they must say the same to the byte, or as it is rounded for the eye. That chart and
// table of a page agree: tests/http/usage.test.ts.

const harness = await useSeededHarness()
const { app } = await openBuild(harness)
const browse = pagesOver(harness, app)
const month = '2026-11'
const members = ['sato', 'suzuki', 'takahashi']

test('1時間が過ぎても、回線設備・台帳・画面・保存したファイルの数字は1バイトもずれない', async () => {
  const before = await factsOf()
  await harness.walkTo('2026-11-20T11:00:00+09:00')
  const after = await factsOf()
  for (const loginId of members) {
    const [old, now] = [before.get(loginId), after.get(loginId)]
    if (!old || !now) throw new Error('nothing was found out')
    expect(now.records, loginId).toEqual(now.carrier)
    // The screens speak of what was taken from the data: what was used when none was left is not in it.
    expect(now.ledgerBytes + now.uncoveredBytes, loginId).toBe(now.carrier.highBytes)
    // What went from the buckets within the hour is what was used within it.
    expect(old.balanceBytes - now.balanceBytes, loginId).toBe(now.ledgerBytes - old.ledgerBytes)
    const grown = now.carrier.highBytes - old.carrier.highBytes
    if (loginId === 'takahashi') expect(grown).toBe(0)
    else expect(grown, loginId).toBeGreaterThan(0)
    await checkScreens(await visitorOf(loginId), now)
  }
})

async function factsOf() {
  const facts = new Map<string, UsageFacts>()
  for (const loginId of members)
    facts.set(loginId, await usageFacts(harness.services, { loginId, month }))
  return facts
}

/** As a text is read from the markup: a space that does not break is a space. */
const volume = (...said: Parameters<typeof formatVolume>) =>
  formatVolume(...said).replaceAll('\u00a0', ' ')

/** What they say without script. */
async function checkScreens(member: Visitor, facts: UsageFacts) {
  const { open } = member
  const left = volume(facts.balanceBytes, 'residual')
  const top = await open('/mypage/top.html')
  expect(top.textsOf('residual__figure')).toEqual([`残り ${left}`])
  // A stopped line's stage says how to get it back instead.
  if (member.loginId !== 'takahashi')
    expect(top.textsOf('residual__asof').join()).toContain(usedOf(facts))
  const lite = await open('/mypage/lite')
  const figures = lite.all.filter((one) => classesOf(one).includes('n')).map(textOf)
  expect(figures).toEqual([left])
  await checkCharts(member, facts)
  await checkFiles(member, facts)
}

const usedOf = ({ ledgerBytes }: UsageFacts) => `今月の利用 ${volume(ledgerBytes, 'used')}`

/** The month so far by day and by month, and the picture of the days beside their tables. */
async function checkCharts({ open, get }: Visitor, facts: UsageFacts) {
  const usage = await open('/mypage/data/usage.html')
  const days = rowsOf(usage, 'days')
  const titles = within(usage, 'days').filter(({ tagName }) => tagName === 'title')
  expect(titles.map(textOf)).toEqual(days.map(wordsOf))
  const { result }: { result: UsageResult } = JSON.parse(await get('/api/status/usage/'))
  expect(days).toEqual(
    result.days.map((day) => [
      expect.stringContaining(String(Number(day.date.slice(8)))),
      volume(day.highSpeedBytes, 'used'),
      volume(day.lowSpeedBytes, 'used'),
      day.provisional ? '暫定値' : '確定',
    ]),
  )
  const own = result.days.filter(({ date }) => date.startsWith(month))
  expect(own).toHaveLength(20)
  expect(sum(own.map((day) => day.highSpeedBytes))).toBe(facts.ledgerBytes)
  expect(sum(own.map((day) => day.lowSpeedBytes))).toBe(facts.carrier.lowBytes)

  const months = rowsOf(usage, 'months')
  expect(months[0]).toEqual(
    expect.arrayContaining([
      volume(facts.ledgerBytes, 'used'),
      volume(facts.carrier.lowBytes, 'used'),
    ]),
  )
}

type UsageResult = {
  days: { date: string; highSpeedBytes: number; lowSpeedBytes: number; provisional: boolean }[]
}

/** What is saved for one's own reckoning adds up to the same. */
async function checkFiles({ get }: Visitor, { ledgerBytes, carrier }: UsageFacts) {
  const period = `from=${month}-01&to=${month}-20`
  const csv = await get(`/mypage/data/usage.csv?${period}`)
  const rows = csv.trim().split('\r\n').slice(1)
  const column = (n: number) => sum(rows.map((row) => Number(row.split(',')[n])))
  expect([column(4), column(5)]).toEqual([ledgerBytes, carrier.lowBytes])
  const json: { lines: { rows: { highSpeedBytes: number; lowSpeedBytes: number }[] }[] } =
    JSON.parse(await get(`/mypage/data/usage.json?${period}`))
  const records = json.lines.flatMap((line) => line.rows)
  expect(records).toHaveLength(rows.length)
  expect(sum(records.map((one) => one.highSpeedBytes))).toBe(ledgerBytes)
  expect(sum(records.map((one) => one.lowSpeedBytes))).toBe(carrier.lowBytes)
}

type Visitor = Awaited<ReturnType<typeof visitorOf>>

async function visitorOf(loginId: string) {
  const member = await harness.signIn(loginId)
  const headers = { Cookie: `sid=${member.secret}` }
  const get = async (path: string) => (await app.request(path, { headers })).text()
  return { loginId, open: browse(member).open, get }
}

const within = (screen: Screen, id: string) =>
  screen.elements.filter((one) => attribute(one, 'id') === id).flatMap(descendants)

const rowsOf = (screen: Screen, chart: 'days' | 'months') =>
  within(screen, chart)
    .filter(({ tagName }) => tagName === 'tbody')
    .flatMap(descendants)
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) =>
      descendants(row)
        .filter(({ tagName }) => tagName === 'th' || tagName === 'td')
        .map(textOf),
    )

const wordsOf = ([date, high, low, state]: string[]) =>
  `${date} 高速 ${high}、低速 ${low}${state === '暫定値' ? '（暫定値）' : ''}`

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
