import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { decideReview } from '#backend/application/desk.ts'
import { closeStatement } from '#backend/billing/close-statement.ts'
import { billedMonth } from '#backend/billing/billed-month.ts'
import { takeRecords } from '#backend/line/call/records.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { findBrokenLaws } from '#backend/broken-law.ts'
import { openBrowser, startCardPage } from '../../../tests/api/applicants.ts'
import { handoverDesk } from '../../../tests/api/handovers.ts'
import { codeOf } from '../../../tests/api/refusals.ts'
import { rowOf, rowsOf } from '../../../tests/api/rows.ts'
import { standInFault } from '../../../tests/api/stand-ins.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'
import { handoverLaws } from './laws.ts'

const START = '2026-11-28T10:00:00+09:00'

const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url })
beforeEach(() => harness.clock.set(START))
const { giver, offer, applicant } = handoverDesk(harness, 'handover')

/** What falls due for lines that change hands, at an instant; twice, as every sweep may run. */
async function runAt(at: string) {
  harness.clock.set(at)
  const sweeps = harness.services.work.flatMap((part) => part.sweeps ?? [])
  const own = sweeps.filter(({ name }) => /lines? changing hands|hand-overs|offers of/.test(name))
  expect(own).toHaveLength(4)
  for (const sweep of [...own, ...own]) await sweep.run(harness.clock.now())
  await harness.drain()
}

const ordersOf = async (call: Awaited<ReturnType<typeof harness.signIn>>['call']) =>
  (await call(api.statusApplyStateGet, { query: {} })).rows.map(({ operation, state }) => [
    operation,
    state,
  ])
const subjectsOf = async (accountId: string) =>
  (await rowsOf(harness, 'notice', ['title'], { account_id: accountId }, 'raised_at')).map(
    ({ title }) => title,
  )
const contractIdOf = async (accountId: string) =>
  (await rowOf(harness, 'contract', ['contract_id'], { account_id: accountId })).contract_id

/** The charges of a closed month that are not traffic: kind and tenths of a yen, and calls by their record. */
async function billOf(contractId: string, month: string) {
  const billed = billedMonth(tokyoMonth(month), publishedPrices)
  await closeStatement(billed, [contractId], billed.recordsUntil).execute(harness.database.db)
  const lines = await harness.database.db
    .selectFrom('bill_line')
    .select(['kind', 'amount_tenths_yen', 'source_ref'])
    .where('contract_id', '=', contractId)
    .where('month', '=', tokyoMonth(month))
    .orderBy('position')
    .execute()
  return lines.map(({ kind, amount_tenths_yen: tenths }) => [kind, tenths])
}

describe('回線をご家族にゆずる', () => {
  test('月の初めに、同じ番号とSIMの回線が移り、どちらの請求も正しい', async () => {
    const from = await giver()
    const { offer: offered, receipt } = await offer(from)
    expect(offered).toMatchObject({
      state: 'offered',
      receiverKana: 'モリ アオイ',
      validUntil: '2026-12-11',
      canWithdraw: true,
    })
    const handoverNo = offered.handoverNo ?? ''
    expect(handoverNo).toMatch(/^[1-9]\d{9}$/)
    const taker = await applicant({ handoverNo, number: from.number }, {}, [
      { line: 1, optionCode: 'voicemail' },
    ])
    const { quote, conclusion, steps } = await taker.call(api.applicationGet)
    expect(steps.map(({ step }) => step)).toEqual([
      'plan',
      'number',
      'user',
      'options',
      'account',
      'holder',
      'identity',
      'card',
      'terms',
      'confirm',
    ])
    expect(quote).toMatchObject({ startsOn: '2026-12-01', oneOff: { totalYen: 0 } })
    // (1,080 + 300) × 1.1 and 3.3 of public fees: whole months.
    expect(quote?.firstBills.map(({ month, totals }) => [month, totals.totalYen])).toEqual([
      ['2026-12', 1521],
      ['2027-01', 1521],
      ['2027-02', 1521],
    ])
    expect(conclusion?.facts.find(({ heading }) => heading === '引き渡しの時期')?.body).toBe(
      '電話番号とSIMはいまのまま、2026年12月1日（火）の0時に回線の契約者が切り替わります。お届けするものはありません。',
    )
    const { state } = await taker.submit()
    expect(state).toBe('accepted')
    const received = await contractIdOf(taker.account())
    expect(await taker.call(api.contractGet)).toMatchObject({ status: 'preparing', plan: 13 })
    expect(await ordersOf(taker.call)).toEqual([['lineTakeover', 'due']])
    expect(await ordersOf(await from.again())).toEqual([['lineHandover', 'due']])
    const status = await taker.call(api.applicationStatusGet)
    expect(status.lines).toMatchObject([
      { kind: 'voice', stateLabel: '切り替え待ち', expectedOn: '2026-12-01' },
    ])

    await runAt('2026-11-30T00:00:00+09:00')
    expect((await (await from.again())(api.contractGet)).lines.map(({ status: s }) => s)).toEqual([
      'active',
      'active',
    ])
    await runAt('2026-12-01T00:00:00+09:00')
    await harness.services.exchanges.reconcile()
    const given = await (await from.again())(api.contractGet)
    expect(given.lines.map((line) => [line.status, line.endsOn])).toEqual([
      ['active', undefined],
      ['ended', '2026-11-30'],
    ])
    const own = await (await taker.again())(api.contractGet)
    expect(own).toMatchObject({ status: 'active', startedOn: '2026-12-01' })
    expect(own.lines).toMatchObject([
      { number: from.number, status: 'active', activatedOn: '2026-12-01', simKind: 'voice' },
    ])
    expect(own.options.map(({ optionCode }) => optionCode)).toEqual(['voicemail'])
    expect(await ordersOf(await taker.again())).toEqual([
      ['optionJoin', 'done'],
      ['lineTakeover', 'handed_over'],
    ])
    expect(await (await taker.again())(api.applicationStatusGet)).toMatchObject({
      state: 'fulfilled',
    })

    // The carrier knows the line by two names: until and from the turn.
    const refs = await rowsOf(harness, 'line', ['carrier_ref', 'contract_id', 'status'], {
      number_index: harness.services.sealing.index('number', from.number),
    })
    const refOf = (contractId: string) =>
      refs.find(({ contract_id: id }) => id === contractId)?.carrier_ref ?? ''
    const there = async (ref: string) => {
      const answer = await harness.services.carrier.line(ref)
      return answer.kind === 'accepted'
        ? [answer.value.number, answer.value.startedAt, answer.value.endedAt]
        : [answer.kind]
    }
    expect(await there(refOf(from.contractId))).toEqual([
      from.number,
      '2026-10-01T00:00:00+09:00',
      '2026-12-01T00:00:00+09:00',
    ])
    expect(await there(refOf(received))).toEqual([from.number, '2026-12-01T00:00:00+09:00', null])

    // A record of the last day that comes late is the giver's; one of the first day the receiver's.
    const call = (lineRef: string, startedAt: string) => ({
      recordId: `late-${lineRef}`,
      lineRef,
      kind: 'voice' as const,
      startedAt,
      durationSeconds: 60,
      characters: null,
      destination: '09000001234',
      destinationKind: 'mobile',
      viaTalk: false,
      revision: 1,
    })
    const { sealing } = harness.services
    await harness.database.db
      .transaction()
      .execute((tx) =>
        takeRecords(
          tx,
          { sealing, book: publishedPrices },
          [
            call(refOf(from.contractId), '2026-11-30T23:50:00+09:00'),
            call(refOf(received), '2026-12-01T00:10:00+09:00'),
          ],
          instant('2026-12-01T03:00:00+09:00'),
        ),
      )
    // 1,680 for the first line, 700 for the second, the call, and the fees of two numbers; then of one.
    expect(await billOf(from.contractId, '2026-11')).toEqual([
      ['base', 16800],
      ['shareLine', 7000],
      ['voice', 440],
      ['universalFee', 44],
      ['relayFee', 22],
    ])
    expect(await billOf(from.contractId, '2026-12')).toEqual([
      ['base', 16800],
      ['universalFee', 22],
      ['relayFee', 11],
    ])
    expect(await billOf(received, '2026-11')).toEqual([])
    expect(await billOf(received, '2026-12')).toEqual([
      ['base', 10800],
      ['option', 3000],
      ['voice', 440],
      ['universalFee', 22],
      ['relayFee', 11],
    ])
    expect(await rowsOf(harness, 'booked_charge', '*', { contract_id: received })).toEqual([])
    expect(new Set(await subjectsOf(from.accountId))).toEqual(
      new Set([
        '回線をご家族にゆずる手続きを受け付けました',
        '回線がご家族に移る日が決まりました',
        '明日、回線がご家族に移ります',
        '回線がご家族に移りました',
      ]),
    )
    expect(new Set(await subjectsOf(taker.account()))).toEqual(
      new Set([
        '回線を譲り受ける日が決まりました',
        'お申し込みを受け付けました',
        '契約書面ができました',
        'オプションのお申し込みを受け付けました',
        'オプションをお使いいただけます',
        '明日、回線を使い始められます',
        'ご利用を開始しました',
        '回線がご契約に移りました',
      ]),
    )
    expect(receipt.operation).toBe('lineHandover')
    expect(await findBrokenLaws(harness.database.db, handoverLaws)).toEqual([])
  })

  test('最後の回線をゆずると、ゆずった方の契約は月末で終わる', async () => {
    const from = await giver({ course: 'single', lines: [{}] })
    const person = { firstNameKana: 'ハナ', firstName: '花' }
    const { offer: offered } = await offer(from, person)
    const given = { handoverNo: offered.handoverNo ?? '', number: from.number }
    const taker = await applicant(given, person)
    await taker.submit()
    await runAt('2026-12-01T00:00:00+09:00')
    const { status, lines } = await (await from.again())(api.contractGet)
    expect([status, lines[0]?.endsOn]).toEqual(['terminated', '2026-11-30'])
    expect((await (await taker.again())(api.contractGet)).status).toBe('active')
  })
})

describe('譲り受けられるのは、ゆずる方が名前を挙げた人だけ', () => {
  const begin = async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1 })
    return browser
  }

  test('番号と電話番号の両方が合わないと、何も分からない', async () => {
    const from = await giver()
    const handoverNo = (await offer(from)).offer.handoverNo ?? ''
    const browser = await begin()
    await browser.put({ step: 'kind', line: 1, kind: 'handover' })
    // No fee for a SIM is shown while the number is still asked for.
    const { next, quote } = await browser.call(api.applicationGet)
    expect([next, quote?.oneOff.totalYen]).toEqual([{ step: 'number', line: 1 }, 0])
    const put = (no: string, number: string) =>
      browser.put({ step: 'number', line: 1, by: 'handover', handoverNo: no, number })
    expect(await codeOf(put('1000000000', from.number))).toBe('HANDOVER_UNKNOWN')
    expect(await codeOf(put(handoverNo, '09000000000'))).toBe('HANDOVER_UNKNOWN')
    const grouped = `${handoverNo.slice(0, 2)}-${handoverNo.slice(2, 5)} ${handoverNo.slice(5)}`
    expect((await put(grouped, from.number)).next).toEqual({ step: 'user', line: 1 })
    expect((await browser.call(api.applicationGet)).answers.lines).toMatchObject([
      { by: 'handover', kind: 'voice', size: 'nano', number: from.number, handoverNo },
    ])
  })

  test('フリガナか生年月日が違う人は、契約者の項目で断られ、申し込めない', async () => {
    const from = await giver()
    const handoverNo = (await offer(from)).offer.handoverNo ?? ''
    const taker = await applicant(
      { handoverNo, number: from.number },
      { firstNameKana: 'アカリ', firstName: '灯' },
    )
    const { next, steps } = await taker.call(api.applicationGet)
    expect(next).toEqual({ step: 'holder' })
    expect(steps.find(({ step }) => step === 'holder')?.problem?.code).toBe('HANDOVER_OTHER_PERSON')
    expect(await codeOf(taker.submit())).toBe('HANDOVER_OTHER_PERSON')
  })

  test('ほかの回線といっしょには譲り受けられない', async () => {
    const from = await giver()
    const handoverNo = (await offer(from)).offer.handoverNo ?? ''
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 2 })
    const line = {
      step: 'number',
      line: 1,
      by: 'handover',
      handoverNo,
      number: from.number,
    } as const
    expect(await codeOf(browser.put(line))).toBe('HANDOVER_ALONE')
    expect(await codeOf(browser.put({ step: 'kind', line: 1, kind: 'handover' }))).toBe(
      'HANDOVER_ALONE',
    )
    await browser.put({ step: 'plan', plan: 20, lines: 1 })
    await browser.put(line)
    await browser.put({ step: 'plan', plan: 20, lines: 2 })
    const { steps } = await browser.call(api.applicationGet)
    expect(steps[0]?.problem?.code).toBe('HANDOVER_ALONE')
  })

  test('同じ番号で二人が申し込むと、先の一人だけが譲り受ける', async () => {
    const from = await giver()
    const own = { firstNameKana: 'フタリ', firstName: '二人' }
    const handoverNo = (await offer(from, own)).offer.handoverNo ?? ''
    const given = { handoverNo, number: from.number }
    const takers = [await applicant(given, own), await applicant(given, own)]
    const answers = await Promise.all(takers.map((taker) => codeOf(taker.submit())))
    expect(answers.filter((one) => one.startsWith('answered'))).toHaveLength(1)
    expect(
      answers.filter((one) => /^(PERSON_HAS_CONTRACT|HANDOVER_UNKNOWN)$/.test(one)),
    ).toHaveLength(1)
    expect(
      await rowsOf(harness, 'handover', ['order_no'], { contract_id: from.contractId }),
    ).toHaveLength(1)
  })

  test('すでに契約している人は、譲り受けられない', async () => {
    const from = await giver()
    const handoverNo = (await offer(from)).offer.handoverNo ?? ''
    const member = await giver()
    const { request } = member
    const response = await request('/api/order/application', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ step: 'plan', version: 0, plan: 13, lines: 1, handoverNo }),
    })
    expect(response.status).toBe(409)
    expect(await response.text()).toContain('ACCOUNT_HAS_CONTRACT')
  })

  test('期限が過ぎた番号は使えず、手続きは終わる', async () => {
    const from = await giver()
    const handoverNo = (await offer(from)).offer.handoverNo ?? ''
    await runAt('2026-12-11T00:00:00+09:00')
    expect(await ordersOf(await from.again())).toEqual([['lineHandover', 'offered']])
    harness.clock.set('2026-12-12T00:00:00+09:00')
    const browser = await begin()
    const late = browser.put({
      step: 'number',
      line: 1,
      by: 'handover',
      handoverNo,
      number: from.number,
    })
    expect(await codeOf(late)).toBe('HANDOVER_UNKNOWN')
    await runAt('2026-12-12T00:00:00+09:00')
    expect(await ordersOf(await from.again())).toEqual([['lineHandover', 'lapsed']])
    expect((await subjectsOf(from.accountId)).at(-1)).toBe('譲渡番号の有効期限が過ぎました')
  })
})

describe('切り替わるまでは、どちらも取りやめられる', () => {
  async function booked(person: { firstNameKana: string; firstName: string }) {
    const from = await giver()
    const { offer: offered } = await offer(from, person)
    const given = { handoverNo: offered.handoverNo ?? '', number: from.number }
    const taker = await applicant(given, person)
    await taker.submit()
    return { from, taker, given, orderNo: offered.orderNo }
  }

  test('ゆずる方が取りやめると、契約は始まらず、回線はそのまま', async () => {
    const person = { firstNameKana: 'ミオ', firstName: '澪' }
    const { from, taker, orderNo } = await booked(person)
    const call = await from.again()
    expect((await call(api.handoverWithdrawPost, { body: { orderNo } })).state).toBe('withdrawn')
    expect(await codeOf(call(api.handoverWithdrawPost, { body: { orderNo } }))).toBe(
      'HANDOVER_OVER',
    )
    const { status } = await rowOf(harness, 'contract', ['status'], {
      account_id: taker.account(),
    })
    expect(status).toBe('rejected')
    expect((await taker.call(api.applicationStatusGet)).state).toBe('rejected')
    expect(await subjectsOf(taker.account())).toContain('回線を譲り受けられなくなりました')
    await runAt('2026-12-01T00:00:00+09:00')
    const { lines } = await (await from.again())(api.contractGet)
    expect(lines.map((line) => line.status)).toEqual(['active', 'active'])
  })

  test('譲り受ける方が取り消すと、番号は期限までもう一度使える', async () => {
    const person = { firstNameKana: 'サキ', firstName: '咲' }
    const { from, taker, given } = await booked(person)
    const { orderNo, canWithdraw } = await taker.call(api.applicationStatusGet)
    expect(canWithdraw).toBe(true)
    const after = await taker.call(api.applicationWithdrawPost, { body: { orderNo } })
    expect(after.state).toBe('withdrawn')
    expect(await ordersOf(await from.again())).toEqual([['lineHandover', 'offered']])
    expect((await subjectsOf(from.accountId)).at(-1)).toBe('ご家族のお申し込みが取り消されました')
    const second = await applicant(given, person)
    expect((await second.submit()).state).toBe('accepted')
    await runAt('2026-12-01T00:00:00+09:00')
    expect((await (await second.again())(api.contractGet)).status).toBe('active')
  })

  test('審査中にゆずる方が取りやめると、担当者が認めても契約は始まらない', async () => {
    const person = { firstNameKana: 'レイ', firstName: '玲' }
    const first = await booked(person)
    // Called and born alike, but written otherwise: staff look at it.
    const from = await giver()
    const { offer: offered } = await offer(from, person)
    const given = { handoverNo: offered.handoverNo ?? '', number: from.number }
    const taker = await applicant(given, { ...person, firstName: '礼' })
    const { state, orderNo } = await taker.submit()
    expect([state, await ordersOf(await from.again())]).toEqual([
      'in_review',
      [['lineHandover', 'taken']],
    ])
    const call = await from.again()
    await call(api.handoverWithdrawPost, { body: { orderNo: offered.orderNo } })
    const { db } = harness.database
    await db
      .transaction()
      .execute((tx) => decideReview(tx, orderNo, { decision: 'accept' }, harness.clock.now()))
    const sweeps = harness.services.work.flatMap((part) => part.sweeps ?? [])
    await sweeps.find(({ name }) => name === 'applications decided')?.run(harness.clock.now())
    expect(await taker.call(api.applicationStatusGet)).toMatchObject({
      state: 'rejected',
      reason: '回線をゆずる方の手続きが終わったため、お受けできませんでした。',
    })
    expect((await first.taker.call(api.contractGet)).status).toBe('preparing')
  })

  test('利用を停止した回線は移らず、どちらにも伝わる', async () => {
    const { from, taker } = await booked({ firstNameKana: 'ナオ', firstName: '直' })
    const call = await from.again()
    await call(api.lineSuspensionPost, { body: { lineId: from.lineId } })
    await harness.drain()
    await runAt('2026-12-01T00:00:00+09:00')
    expect(await ordersOf(await from.again())).toEqual([['lineHandover', 'failed']])
    expect((await subjectsOf(from.accountId)).at(-1)).toBe('回線をご家族に移せませんでした')
    expect((await subjectsOf(taker.account())).at(-1)).toBe('回線を譲り受けられなくなりました')
  })

  test('解約も予約した回線は、月の終わりにご家族に移り、解約の予約は置き換わる', async () => {
    const { from, taker } = await booked({ firstNameKana: 'ユイ', firstName: '結' })
    const call = await from.again()
    const query = { lineId: [from.lineId] }
    const { conditions } = await call(api.simCancelPaymentGet, { query })
    await call(api.simCancelReservePost, {
      body: { conditions, agreed: true, lineIds: [from.lineId] },
    })
    await runAt('2026-12-01T00:00:00+09:00')
    expect(Object.fromEntries(await ordersOf(await from.again()))).toEqual({
      lineHandover: 'handed_over',
      lineCancel: 'replaced',
    })
    expect((await (await taker.again())(api.contractGet)).status).toBe('active')
  })

  test('設備が答えないあいだも移り、答えるまで同じ番号で尋ね続ける', async () => {
    const { from } = await booked({ firstNameKana: 'リク', firstName: '陸' })
    await standInFault(harness.carrier, { mode: 'down' })
    await runAt('2026-12-01T00:00:00+09:00')
    const asked = () =>
      rowsOf(harness, 'carrier_exchange', ['state'], { contract_id: from.contractId })
    expect(await asked()).toEqual([{ state: 'unknown' }])
    await standInFault(harness.carrier, { mode: 'off' })
    harness.clock.set('2026-12-01T00:10:00+09:00')
    await harness.services.exchanges.reconcile()
    expect(await asked()).toEqual([{ state: 'accepted' }])
  })
})
