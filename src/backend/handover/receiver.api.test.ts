import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { documentContent } from '#backend/pdf/content.ts'
import { api } from '#protocol/index.ts'
import { holder, openBrowser, startCardPage } from '#tests/api/applicants.ts'
import { handoverDesk } from '#tests/api/handovers.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { printedRows } from '#tests/api/demo-facts.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { subjectLimits } from '#server/edge/request-limits.ts'
import { formatPhone } from '#ui/format.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-28T10:00:00+09:00'

const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url }, { prints: true })
beforeEach(() => harness.clock.set(START))
const { giver, offer, applicant, runAt, ordersOf } = handoverDesk(harness, 'receiver')

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

  test('番号と電話番号を知る人が生年月日を当てようとしても、1日に10回で止まる', async () => {
    const from = await giver()
    const handoverNo = (await offer(from)).offer.handoverNo ?? ''
    const codes: string[] = []
    for (let n = 1; n <= subjectLimits.handoverNumbers.requests; n += 1) {
      const browser = await begin()
      const line = {
        step: 'number',
        line: 1,
        by: 'handover',
        handoverNo,
        number: from.number,
      } as const
      const birth = `1991-01-${String(n).padStart(2, '0')}`
      const named = codeOf(
        browser.put(line).then(() => browser.put({ step: 'holder', ...holder, birth })),
      )
      codes.push(await named)
    }
    expect(codes[0]).toContain('answered')
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
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
    expect((await noticeTitles(harness, from.accountId)).at(-1)).toBe(
      '譲渡番号の有効期限が過ぎました',
    )
  })
})

test('契約書面は、最終確認と同じく0円で、同じ番号を、月の初めから1か月分のデータで使うと言う', async () => {
  const from = await giver()
  const own = { firstNameKana: 'ショメン', firstName: '書面' }
  const handoverNo = (await offer(from, own)).offer.handoverNo ?? ''
  const taker = await applicant({ handoverNo, number: from.number }, own, [
    { line: 1, optionCode: 'voicemail' },
  ])
  await taker.submit()
  await harness.drain()
  const call = await taker.again()
  const { monthlyYen, options } = await call(api.contractGet)
  // 1,080 × 1.1 + 3.3, and 300 for the voicemail that was agreed to.
  expect([monthlyYen, options.map(({ name, state }) => [name, state])]).toEqual([
    1521,
    [['留守番電話', 'joining']],
  ])
  const { documents } = await call(api.contractDetailStatusGet)
  const [row] = await rowsOf(harness, 'contract_document', ['doc_id', 'content_sealed'], {
    doc_id: documents[0]?.docId ?? '',
  })
  const said = harness.services.sealing.open(
    `contract_document.content:${row?.doc_id}`,
    row?.content_sealed ?? '',
  )
  const content = documentContent.parse(JSON.parse(said))
  const rows = (heading: string) => printedRows(content, heading)
  expect(rows('最初にかかる費用')).toEqual({
    回線の譲渡手数料: '0円',
    '合計（初回のみ）': '0円（税込）',
  })
  expect(rows('ご契約の内容')).toMatchObject({
    データ容量: '3GB（月間の高速データ通信）',
    利用開始の予定日: '2026年12月1日（火）',
    '1回線目': `${formatPhone(from.number)}　音声通話SIM（nanoSIM）`,
  })
  expect(rows('ご契約の内容')).not.toHaveProperty('最初の月のデータ容量')
  expect(rows('毎月の料金')).toMatchObject({ '合計（1か月）': '1,521円（税込）' })
  expect(rows('初期契約解除')).toEqual({
    期間: '2026年12月1日（火）から2026年12月8日（火）まで\n初日を含めて8日間です。',
  })
})
