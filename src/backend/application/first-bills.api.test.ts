import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { openBrowser } from '#tests/api/applicants.ts'
import { openPages } from '#tests/api/pages.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const harness = await useApplicants()
const desk = simDesk(harness, 'first-bills')
const browse = await openPages(harness)

const ordered = [
  {
    words: '月の途中に開通する',
    loginId: 'first-mid',
    own: { firstName: '半', firstNameKana: 'ナカバ' },
    at: '2026-11-20T10:00:00+09:00',
    opensAt: '2026-11-22T12:00:00+09:00',
    // 1,080円 × 9日 ÷ 30日 = 324円; with 2.2 and 1.1 (number), 3,394 once: 3,718円 and tax.
    bills: [
      ['2026-11', 4093],
      ['2026-12', 1191],
      ['2027-01', 1191],
    ],
  },
  {
    words: '翌月の1日に開通する',
    loginId: 'first-of-month',
    own: { firstName: '朔', firstNameKana: 'サク' },
    at: '2026-11-29T10:00:00+09:00',
    opensAt: '2026-12-01T12:00:00+09:00',
    bills: [
      ['2026-12', 4924],
      ['2027-01', 1191],
      ['2027-02', 1191],
    ],
  },
] as const

type Ordered = (typeof ordered)[number]
type Figures = readonly { readonly month: string; readonly totalYen: number }[]

const figures = (all: Figures = []) => all.map(({ month, totalYen }) => [month, totalYen])

/** On the last page of the order. */
async function confirmed({ loginId, own, at }: Ordered) {
  harness.clock.set(at)
  const browser = openBrowser(harness)
  await browser.answerAll(loginId, own)
  const { quote } = await browser.call(api.applicationGet)
  await browser.submit()
  const bills = quote?.firstBills.map(({ month, totals }) => ({ month, ...totals }))
  return { browser, bills }
}

/** Until the line opens: the top, the bills, this month's bill and the light page. */
async function untilOpened({ loginId, at }: Ordered) {
  const member = browse(await harness.signIn(loginId))
  const addresses = ['top.html', 'billing/top.html', `billing/${at.slice(0, 7)}.html`, 'lite']
  return Promise.all(addresses.map((address) => member.open(`/mypage/${address}`)))
}

async function open({ loginId, opensAt }: Ordered, { signIn, call }: Browser) {
  await harness.drain()
  await desk.workAt(opensAt)
  await signIn(loginId)
  const before = (await call(api.applicationStatusGet)).firstBills
  const { rows } = await call(api.statusApplyStateGet, { query: {} })
  await call(api.orderSwitchOverPost, { body: { orderNo: rows[0]?.orderNo ?? '' } })
  await harness.drain()
  await desk.work()
  const { startedOn } = await call(api.contractGet)
  const after = (await call(api.applicationStatusGet)).firstBills
  return { before, startedOn, after }
}
type Browser = ReturnType<typeof openBrowser>

test('お申し込みの最初の3回の請求は、最終確認と、開通までのマイページと、締めた請求とで、1円も違わない', async () => {
  const browsers: Browser[] = []
  for (const order of ordered) {
    const { words, bills, opensAt } = order
    const { browser, bills: shown } = await confirmed(order)
    expect(figures(shown), words).toEqual(bills)
    const [first, second] = bills.map(([, yen]) => `${yen.toLocaleString('ja-JP')}円`)
    for (const { url, text } of await untilOpened(order)) {
      expect(text, `${words} ${url.pathname}`).toContain(`分の${first}で、`)
      expect(text, `${words} ${url.pathname}`).toContain(`分は${second}`)
      expect(text, `${words} ${url.pathname}`).not.toContain('約0円')
    }
    const opened = await open(order, browser)
    expect(figures(opened.before?.bills), words).toEqual(bills)
    expect([opened.startedOn, opened.after]).toEqual([opensAt.slice(0, 10), undefined])
    browsers.push(browser)
  }
  for (const day of ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01']) {
    harness.clock.set(`${day}T13:00:00+09:00`)
    await runTasks(harness, 'month-close')
    await harness.drain()
  }
  for (const [n, { words, loginId, bills }] of ordered.entries()) {
    await browsers[n]?.signIn(loginId)
    const closed = await browsers[n]?.call(api.billingMonthsGet, { query: {} })
    expect(figures(closed?.months).toReversed().slice(0, 3), words).toEqual(bills)
  }
})
