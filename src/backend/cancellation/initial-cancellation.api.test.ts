import { describe, expect, test } from 'vitest'
import { instant, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { insertCall } from '#tests/api/calls.ts'
import { share, startLeavers, type Leaver } from '#tests/api/leavers.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { received } from '#tests/api/contact-codes.ts'
import { addRow } from '#tests/api/rows.ts'

const { harness, makeOne, again, cancel, linesOf } = await startLeavers('fresh')

describe('初期契約解除', () => {
  const fresh = { startedOn: '2026-11-16' }

  test('書面の受け取りか利用開始の遅いほうを1日目として8日間', async () => {
    const member = await makeOne(fresh)
    const shown = await member.call(api.statusInitialCancelGet)
    expect(shown).toMatchObject({
      allowed: true,
      state: 'eligible',
      countedFrom: '2026-11-16',
      eligibleUntil: '2026-11-23',
      daysLeft: 3,
    })
    expect(shown.owed.totalYen).toBe(3300)
    harness.clock.set('2026-11-24T00:00:00+09:00')
    const late = await again(member)
    expect(await late.call(api.statusInitialCancelGet)).toMatchObject({
      allowed: false,
      reasonCode: 'INITIAL_CANCEL_PERIOD_OVER',
      state: 'over',
      daysLeft: 0,
    })
    expect(
      await codeOf(
        late.call(api.statusInitialCancelPost, { body: { conditions: 'x', agreed: true } }),
      ),
    ).toBe('INITIAL_CANCEL_PERIOD_OVER')
  })

  test('申し出ると契約は終わり、回線も終わる。予約していた解約も片づく', async () => {
    const member = await makeOne({ ...share, ...fresh })
    await addRow(harness, 'data_bucket', {
      contract_id: member.contractId,
      bucket_id: 'base/2026-11',
      kind: 'base',
      base_month: tokyoMonth('2026-11'),
      granted_bytes: 5_000_000_000,
      remaining_bytes: 4_000_000_000,
      granted_at: instant('2026-11-16T00:00:00+09:00'),
      expires_at: instant('2027-01-01T00:00:00+09:00'),
    })
    const left = async () => (await member.call(api.highSpeedResidualGet)).totalBytes
    expect(await left()).toBe(4_000_000_000)
    await cancel(member, [member.lineIds[2] ?? ''])
    const { conditions } = await member.call(api.statusInitialCancelGet)
    const receipt = await member.call(api.statusInitialCancelPost, {
      body: { conditions, agreed: true },
    })
    expect(receipt.state).toBe('submitted')
    await harness.drain()
    expect((await member.call(api.contractGet)).status).toBe('initial_cancelled')
    // Nothing of it can be used any more, though the day goes on.
    expect(await left()).toBe(0)
    expect(await linesOf(member)).toEqual([1, 2, 3].map(() => ['ended', '2026-11-20']))
    expect(await member.call(api.statusInitialCancelGet)).toMatchObject({
      state: 'accepted',
      orderNo: receipt.orderNo,
    })
    const { orderNo } = receipt
    const done = await member.call(api.orderGet, { query: { orderNo } })
    expect(done.receipt.nextSteps).toEqual([
      { text: 'ご契約は終了しました。お支払いは、ご登録の方法で請求します。' },
    ])
    const open = await harness.database.db
      .selectFrom('procedure_order')
      .select('order_no')
      .where('contract_id', '=', member.contractId)
      .where('closed_at', 'is', null)
      .execute()
    expect(open).toEqual([])
    expect(
      await codeOf(
        member.call(api.statusInitialCancelPost, { body: { conditions, agreed: true } }),
      ),
    ).toBe('CONTRACT_ENDED')
  })

  test('MNP予約番号が有効でも断られず、番号は解除とともに無効になる', async () => {
    const member = await makeOne(fresh)
    const lineId = member.lineIds[0] ?? ''
    const { conditions: terms } = await member.call(api.portOutPaymentGet, { query: { lineId } })
    const portOut = { lineId, conditions: terms, agreed: true as const }
    await member.call(api.portOutIssuanceRequestPost, { body: portOut })
    const status = await member.call(api.statusInitialCancelGet)
    const { operations } = await member.call(api.contractChangeStatusGet)
    expect(status.allowed).toBe(true)
    expect(operations.find((one) => one.operation === 'initialCancel')?.allowed).toBe(true)
    const body = { conditions: status.conditions, agreed: true as const }
    await member.call(api.statusInitialCancelPost, { body })
    await harness.drain()
    expect((await member.call(api.contractGet)).status).toBe('initial_cancelled')
    const { lines } = await member.call(api.portOutPossibleListGet)
    expect(lines[0]?.request?.state).toBe('voided')
  })

  test('お支払いは、何回線でも契約全体で3,300円までと、通話料と、使ったデータチャージだけ', async () => {
    const three = await makeOne({ ...share, ...fresh })
    const owedBy = async ({ call }: Pick<Leaver, 'call'>) =>
      (await call(api.statusInitialCancelGet)).owed.totalYen
    expect(await owedBy(three)).toBe(3300)

    const one = await makeOne(fresh)
    const { packs } = await one.call(api.highSpeedCouponGet)
    const pack = packs.find(({ packId }) => packId === '100mb')
    const bought = await one.call(api.highSpeedCouponPost, {
      body: { packId: '100mb', priceYen: pack?.priceYen ?? 0 },
    })
    // Not used yet: it need not be paid.
    expect(await owedBy(one)).toBe(3300)
    await useOf(one, `topup/${bought.receipt.orderNo}`)
    await insertCall(harness, { ...one, lineId: one.lineIds[0] ?? '', units: 3 })
    // 3,300 + 200 × 1.1 + 22 × 3
    expect(await owedBy(one)).toBe(3586)
    const { owed } = await one.call(api.statusInitialCancelGet)
    expect(owed.charges.map(({ label, quantity }) => [label, quantity])).toEqual([
      ['データチャージ 100MB', 1],
      ['初期契約解除の手数料（ご契約全体で1回）', 1],
      ['国内通話料', 3],
    ])
  })
})

test('先の月の請求が決まってから申し出るときだけ、差し引きが1円違うことがあると先に言う', async () => {
  const sentence =
    '消費税は請求ごとに計算して1円未満を切り捨てるため、先の請求からお返しを差し引いた額は、上の額と1円違うことがあります。'
  const sameMonth = await makeOne({ startedOn: '2026-11-16' })
  expect((await sameMonth.call(api.statusInitialCancelGet)).consequences).not.toContain(sentence)
  harness.clock.set('2026-12-02T10:00:00+09:00')
  const overTheEnd = await makeOne({ startedOn: '2026-11-28' })
  const { call } = await again(overTheEnd)
  expect((await call(api.statusInitialCancelGet)).consequences).toContain(sentence)
})

test('端末を分割で払っているときは、確認・メール・次の請求が、今月分の分割払いを含む同じ額を言う', async () => {
  const member = await makeOne({ startedOn: '2026-11-16' })
  await addRow(harness, 'terminal', {
    contract_id: member.contractId,
    device_id: 'dev_instalments',
    name: 'Hibiki Phone',
    imei_sealed: '',
    purchased_on: tokyoDate('2026-11-16'),
    warranty_until: null,
    notice: null,
    price_yen: 43_780,
    instalment_count: 24,
    first_instalment_month: tokyoMonth('2026-11'),
  })
  const shown = await member.call(api.statusInitialCancelGet)
  // billing.md 14 and 18: 3,300 + 1,828
  expect(shown.owed.totalYen).toBe(5128)
  expect(shown.consequences.at(-1)).toBe(
    '端末の購入は取り消されません。お支払いいただく金額には、端末の分割払いを今月の分まで含みます。来月からの41,952円は、契約が終わったあとも毎月お支払いいただきます。',
  )
  const body = { conditions: shown.conditions, agreed: true as const }
  await member.call(api.statusInitialCancelPost, { body })
  await harness.drain()
  const { soFar } = await member.call(api.billingReserveGet)
  expect(soFar.totalYen).toBe(5128)
  const { email } = await member.call(api.userGet)
  const said = (await received(harness, email)).filter((text) => text.includes('初期契約解除'))
  expect(said).toHaveLength(2)
  for (const text of said) expect(text).toContain('お支払いいただく金額：5,128円')
})

/** What the ledger writes when a bucket pays for use. */
async function useOf({ contractId, lineIds }: Leaver, bucketId: string) {
  await addRow(harness, 'data_entry', {
    contract_id: contractId,
    position: 999,
    bucket_id: bucketId,
    line_id: lineIds[0] ?? '',
    kind: 'use',
    bytes: -1_000_000,
    occurred_at: harness.clock.now(),
    recorded_at: harness.clock.now(),
    ends_at: harness.clock.now(),
    source: `usage/test-${bucketId}`,
    number: 1,
  })
}
