import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { closeStatement } from '#backend/billing/bulk/close-statement.ts'
import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { takeRecords } from '#backend/line/commands/take-records.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { findBrokenLaws } from '#backend/broken-law.ts'
import { startCardPage } from '#tests/api/applicants.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { handoverDesk } from '#tests/api/handovers.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { countRows, rowOf, rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { handoverLaws } from './findings.ts'

const START = '2026-11-28T10:00:00+09:00'

const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url }, { prints: true })
beforeEach(() => harness.clock.set(START))
const { giver, offer, applicant, runAt, ordersOf } = handoverDesk(harness, 'handover')

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
  test('18歳の誕生日の前のご家族にはゆずれない。前日は断られ、当日は始められる', async () => {
    const from = await giver()
    const asked = codeOf(offer(from, { birth: '2008-11-29' }))
    expect([START.slice(0, 10), await asked]).toEqual(['2026-11-28', 'VALIDATION_FAILED'])
    expect((await offer(from, { birth: '2008-11-28' })).offer.state).toBe('offered')
  })

  test('月の初めに、同じ番号とSIMの回線が移り、どちらの請求も正しい', async () => {
    const from = await giver()
    await from.call(api.widgetsPost, { body: { name: '渡す人のスマホ' } })
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
    const { state, nextSteps } = await taker.submit()
    expect(state).toBe('accepted')
    expect(nextSteps.map(({ text }) => text)).toEqual([
      '申込番号とお申し込みの内容を、ご登録のメールアドレスにお送りしました。',
      '回線が切り替わったことを、メールでお知らせします。',
      '回線が切り替わる前までは、お申し込みの状況のページから無料で取り消せます。',
    ])
    // What else the giver asks for is reckoned without the line from December on: 700 × 1.1 and 3.3 less.
    const { nextBills } = await (
      await from.again()
    )(api.simChangeSizeInitialCostGet, {
      query: { lineId: from.lineIds[0] ?? '', size: 'esim', reason: 'modelChange' },
    })
    expect(nextBills?.map(({ month, beforeYen }) => [month, beforeYen])).toEqual([
      ['2026-11', 2624],
      ['2026-12', 1851],
      ['2027-01', 1851],
    ])
    const received = await contractIdOf(taker.account())
    expect(await taker.call(api.contractGet)).toMatchObject({ status: 'preparing', plan: 13 })
    expect(await ordersOf(taker.call)).toEqual([['lineTakeover', 'due']])
    expect(await ordersOf(await from.again())).toEqual([['lineHandover', 'due']])
    const status = await taker.call(api.applicationStatusGet)
    expect(status.firstBills).toMatchObject({ startsOn: '2026-12-01', isDayFixed: true })
    expect(status.lines).toMatchObject([
      { kind: 'voice', stateLabel: '切り替え待ち', expectedOn: '2026-12-01' },
    ])

    await runAt('2026-11-30T00:00:00+09:00')
    expect((await (await from.again())(api.contractGet)).lines.map(({ status: s }) => s)).toEqual([
      'active',
      'active',
    ])
    expect(await countRows(harness, 'widget', `contract_id = '${from.contractId}'`)).toBe(1)
    await runAt('2026-12-01T00:00:00+09:00')
    await harness.services.exchanges.reconcile()
    const given = await (await from.again())(api.contractGet)
    expect(given.lines.map((line) => [line.status, line.endsOn])).toEqual([
      ['active', undefined],
      ['ended', '2026-11-30'],
    ])
    // Who has left the contract may have the card in the hand.
    expect(await countRows(harness, 'widget', `contract_id = '${from.contractId}'`)).toBe(0)
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

    // The carrier knows the line by two names: until and from the month rollover.
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
    expect(new Set(await noticeTitles(harness, from.accountId))).toEqual(
      new Set([
        '回線をご家族にゆずる手続きを受け付けました',
        '回線がご家族に移る日が決まりました',
        '明日、回線がご家族に移ります',
        '回線がご家族に移りました',
      ]),
    )
    expect(new Set(await noticeTitles(harness, taker.account()))).toEqual(
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
