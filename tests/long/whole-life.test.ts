import { afterAll, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { eids, holder, openBrowser, startCardPage } from '../api/applicants.ts'
import { useHarness } from '../api/use-harness.ts'

const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(
  '2026-11-20T10:00:00+09:00',
  { CARD_UPDATE_URL: cardPage.url },
  { prints: true },
)

/** 10 GB on two lines: a voice line that brings its number, and an eSIM for data. */
async function order(loginId: string) {
  const browser = openBrowser(harness)
  await browser.put({ step: 'plan', plan: 20, lines: 2 })
  await browser.put({ step: 'kind', line: 1, kind: 'voice' })
  await browser.put({ step: 'sim', line: 1, size: 'nano' })
  await browser.put({
    step: 'number',
    line: 1,
    by: 'reservation',
    number: '09012345678',
    reservationNo: '1234567890',
    lastDay: '2026-12-04',
  })
  await browser.put({ step: 'user', line: 1, user: 'holder' })
  await browser.put({ step: 'kind', line: 2, kind: 'data' })
  await browser.put({ step: 'sim', line: 2, size: 'esim', eid: eids[0] })
  await browser.put({ step: 'user', line: 2, user: 'holder' })
  await browser.put({ step: 'options', options: [{ line: 1, optionCode: 'voicemail' }] })
  await browser.signIn(loginId)
  await browser.put({ step: 'holder', ...holder })
  await browser.readDocument('matched')
  await browser.registerCard()
  const { version } = await browser.call(api.applicationTermsGet)
  await browser.put({ step: 'terms', termsVersion: version, agreed: true })
  return browser.submit()
}

// A thousand hours, each with all that falls due in it.
test(
  '申し込んだ人は、SIMが届いて使い始め、日割りの最初の請求を払い、解約する',
  { timeout: 900_000 },
  async () => {
    const receipt = await order('mori')
    await harness.walkTo('2026-11-22T12:00:00+09:00')
    const openings = async () => {
      const { call } = await harness.signIn('mori')
      const { rows } = await call(api.statusApplyStateGet, { query: { only: 'open' } })
      return { call, rows }
    }
    const arrived = await openings()
    expect(arrived.rows.map(({ operation, state }) => [operation, state])).toEqual([
      ['lineOpen', 'switch_ready'],
      ['lineOpen', 'switch_ready'],
    ])
    for (const { orderNo } of arrived.rows)
      await arrived.call(api.orderSwitchOverPost, {
        body: { orderNo, switchAt: '2026-11-23T09:00:00+09:00' },
      })
    await harness.walkTo('2026-11-23T12:00:00+09:00')

    const { call } = await harness.signIn('mori')
    const begun = await call(api.contractGet)
    expect(begun).toMatchObject({ status: 'active', startedOn: '2026-11-23', plan: 20 })
    expect(begun.lines.map(({ status, number }) => [status, number.slice(0, 3)])).toEqual([
      ['active', '090'],
      ['active', '020'],
    ])
    expect(begun.options.map(({ optionCode }) => optionCode)).toEqual(['voicemail'])
    const { totalBytes, buckets } = await call(api.highSpeedResidualGet)
    // 10 GB × 8 of 30 days, rounded up at the third decimal.
    expect(buckets.map(({ kind, grantedBytes }) => [kind, grantedBytes])).toEqual([
      ['base', 2_670_000_000],
    ])
    expect(totalBytes).toBeLessThanOrEqual(2_670_000_000)
    const status = await call(api.applicationStatusGet)
    expect([status.orderNo, status.state]).toEqual([receipt.orderNo, 'fulfilled'])

    await harness.walkTo('2026-12-08T12:00:00+09:00')
    const later = await harness.signIn('mori')
    const { bills } = await later.call(api.billingStatusGet)
    expect(bills.map(({ month, state }) => [month, state])).toEqual([['2026-11', 'paid']])
    const fixed = bills[0]?.charges.filter(({ kind }) => kind !== 'voice' && kind !== 'sms')
    // 1,680, 400 and 300 for 8 of 30 days (billing.md 6), both SIMs on the first month (9), the number's fees whole (8).
    expect(fixed?.map(({ kind, amountTenthsYen }) => [kind, amountTenthsYen])).toEqual([
      ['base', 4480],
      ['shareLine', 1070],
      ['option', 800],
      ['oneOff', 30000],
      ['oneOff', 3940],
      ['oneOff', 30000],
      ['oneOff', 3940],
      ['universalFee', 22],
      ['relayFee', 11],
    ])

    const estimate = await later.call(api.simCancelPaymentGet)
    await later.call(api.simCancelReservePost, {
      body: { conditions: estimate.conditions, agreed: true },
    })
    await harness.walkTo('2027-01-01T03:00:00+09:00')
    const ended = await harness.signIn('mori')
    expect(await ended.call(api.contractGet)).toMatchObject({ status: 'terminated' })
    expect(await checkLaws(harness.services)).toMatchObject({ broken: [] })
  },
)
