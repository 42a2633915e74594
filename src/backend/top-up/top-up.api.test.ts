import { describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { idempotencyKeyHeader, idempotentReplayedHeader } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticesOf } from '#tests/api/notices.ts'
import { runTasks } from '#tests/api/tasks.ts'

const harness = await useHarness()

async function charges(contractId: string) {
  const { rows } = await harness.database.pool.query(
    `select figure_key, amount_tenths_yen, month, source_ref from booked_charge
     where contract_id = $1 order by booked_at`,
    [contractId],
  )
  return rows
}

async function count(table: string, contractId: string) {
  const { rows } = await harness.database.pool.query(
    `select count(*) as found from ${table} where contract_id = $1`,
    [contractId],
  )
  return Number(rows[0]?.found)
}

describe('データチャージの料金と期限', () => {
  test('前に買った量が分かり、はじめてなら何も言わない', async () => {
    const began = harness.clock.now().toString()
    const { call } = await makeMember(harness, { loginId: 'again' })
    expect((await call(api.highSpeedCouponGet)).lastPackId).toBeUndefined()
    const prices = new Map(
      (await call(api.highSpeedCouponGet)).packs.map(({ packId, priceYen }) => [packId, priceYen]),
    )
    for (const packId of ['1gb', '500mb'] as const) {
      const priceYen = prices.get(packId) ?? 0
      await call(api.highSpeedCouponPost, { body: { packId, priceYen } })
      harness.clock.set(harness.clock.now().add({ minutes: 1 }).toString())
      expect((await call(api.highSpeedCouponGet)).lastPackId).toBe(packId)
    }
    harness.clock.set(began)
  })

  test('解約を予約していれば、チャージしても最終利用日までしか使えないと、買う前に分かる', async () => {
    const { call, accountId } = await makeMember(harness, { loginId: 'leaving' })
    expect((await call(api.highSpeedCouponGet)).serviceEndsOn).toBeUndefined()
    const { conditions } = await call(api.simCancelPaymentGet, { query: {} })
    const booked = await call(api.simCancelReservePost, { body: { conditions, agreed: true } })
    expect(await call(api.highSpeedCouponGet)).toMatchObject({
      serviceEndsOn: '2026-11-30',
      packs: [{ why: { allowed: true } }, {}, {}, {}],
      payment: { label: 'Visa 末尾4242' },
    })
    const end = '2026-12-01T00:00:00+09:00'
    const offer = await call(api.highSpeedCouponGet)
    expect(offer.packs.map((pack) => pack.expiresAt)).toEqual([end, end, end, end])
    const bought = await call(api.highSpeedCouponPost, { body: { packId: '1gb', priceYen: 1100 } })
    expect(bought.bucket.expiresAt).toBe(end)
    expect(bought.receipt.nextSteps.at(-1)?.on).toBe(end)
    const residual = await call(api.highSpeedResidualGet)
    expect(residual.buckets.map((bucket) => bucket.expiresAt)).toEqual([end])
    expect(residual.nextExpiry).toEqual({ at: end, bytes: 1_000_000_000 })
    const deadlines = await call(api.deadlinesGet)
    expect(deadlines.deadlines.find((one) => one.kind === 'dataExpiry')?.at).toBe('2026-11-30')
    const [notice] = await noticesOf(harness, accountId)
    expect(JSON.stringify(notice)).toContain('11月30日（月）24:00')

    await call(api.simCancelResetPost, { body: { orderNo: booked.orderNo } })
    expect((await call(api.highSpeedCouponGet)).serviceEndsOn).toBeUndefined()
    const again = await call(api.highSpeedResidualGet)
    expect(again.buckets[0]?.expiresAt).toBe('2027-03-01T00:00:00+09:00')
  })

  test('買う前に、税込の料金と、いつまで使えるかが分かる', async () => {
    const member = await makeMember(harness, { loginId: 'looking' })
    const offer = await member.call(api.highSpeedCouponGet)
    expect(
      offer.packs.map((pack) => [pack.packId, pack.bytes, pack.priceYen, pack.expiresAt]),
    ).toEqual([
      ['100mb', 100_000_000, 220, '2027-03-01T00:00:00+09:00'],
      ['500mb', 500_000_000, 660, '2027-03-01T00:00:00+09:00'],
      ['1gb', 1_000_000_000, 1100, '2027-03-01T00:00:00+09:00'],
      ['1gbNoCarry', 1_000_000_000, 528, '2026-12-01T00:00:00+09:00'],
    ])
    expect(offer.packs[0]).toMatchObject({
      carries: true,
      why: { allowed: true },
      price: {
        kind: 'topUp',
        quantity: 1,
        unitTenthsYen: 2000,
        tax: 'excluded',
        rateKey: 'topup.100mb',
        rateValidFrom: '2019-10-01',
      },
    })
    expect(offer).toMatchObject({ residualBytes: 0, spentThisMonthYen: 0 })
  })
})

describe('データチャージの購入', () => {
  test('控えは、買ったときの残りを、あとで買い足しても同じように言う', async () => {
    const member = await makeMember(harness, { loginId: 'keeping' })
    const buy = (packId: '500mb' | '100mb', priceYen: number) =>
      member.call(api.highSpeedCouponPost, { body: { packId, priceYen } })
    const read = (orderNo: string) => member.call(api.topUpReceiptGet, { query: { orderNo } })
    const first = await buy('500mb', 660)
    const shown = await read(first.receipt.orderNo)
    expect(shown.residual).toMatchObject({
      totalBytes: 500_000_000,
      usedThisMonthBytes: 0,
      buckets: [{ kind: 'topup', remainingBytes: 500_000_000 }],
    })
    const second = await buy('100mb', 220)
    expect(await read(first.receipt.orderNo)).toEqual(shown)
    expect((await read(second.receipt.orderNo)).residual?.totalBytes).toBe(600_000_000)
  })

  test('買うとすぐに使え、料金は1件だけ予約され、領収のメールとお知らせが届く', async () => {
    const member = await makeMember(harness, { loginId: 'sato' })
    const bought = await member.call(api.highSpeedCouponPost, {
      body: { packId: '500mb', priceYen: 660 },
      idempotencyKey: 'confirm-1',
    })
    expect(bought).toMatchObject({
      receipt: { operation: 'topUp', state: 'applied', acceptedAt: '2026-11-20T10:00:00+09:00' },
      bucket: {
        kind: 'topup',
        label: 'データチャージ（11月20日購入）',
        grantedBytes: 500_000_000,
        remainingBytes: 500_000_000,
        expiresAt: '2027-03-01T00:00:00+09:00',
      },
      paidYen: 660,
      totalBytes: 500_000_000,
    })
    const orderNo = bought.receipt.orderNo
    expect(await charges(member.contractId)).toEqual([
      {
        figure_key: 'topup.500mb',
        amount_tenths_yen: 6000,
        month: '2026-11',
        source_ref: `topup/${orderNo}`,
      },
    ])
    expect(await member.call(api.highSpeedCouponGet)).toMatchObject({
      residualBytes: 500_000_000,
      spentThisMonthYen: 660,
    })
    expect(await noticesOf(harness, member.accountId)).toEqual([
      {
        title: 'データチャージ 500MBを受け付けました',
        body: `データチャージのご購入を受け付けました。すぐにお使いいただけます。

内容：データチャージ 500MB
料金：660円（税込）
お支払い：2026年11月ご利用分の請求に合算します
有効期限：2027年2月28日（日）24:00
受付番号：${orderNo}`,
      },
    ])
    expect(await findBrokenAudit(harness.database.db, member.contractId)).toBeUndefined()
  })

  test('R2：同じ確認画面から50回同時に押しても、購入は1回。残り49回は同じ答えの再送', async () => {
    const member = await makeMember(harness, { loginId: 'clicker' })
    const press = async () => {
      const response = await member.request('/api/high_speed/coupon/', {
        method: 'POST',
        headers: { [idempotencyKeyHeader]: 'one-confirmation', 'Content-Type': 'application/json' },
        body: JSON.stringify({ packId: '1gb', priceYen: 1100 }),
      })
      const replayed = response.headers.get(idempotentReplayedHeader) === 'true'
      return { status: response.status, replayed, body: await response.text() }
    }
    const answers = await Promise.all(Array.from({ length: 50 }, press))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(answers.filter((answer) => answer.replayed)).toHaveLength(49)
    const results = answers.map((answer) => JSON.stringify(sorted(JSON.parse(answer.body))))
    expect(new Set(results).size).toBe(1)
    expect(await charges(member.contractId)).toHaveLength(1)
    expect(await count('data_bucket', member.contractId)).toBe(1)
    expect(await count('data_entry', member.contractId)).toBe(1)
    expect(await member.call(api.highSpeedResidualGet)).toMatchObject({ totalBytes: 1e9 })
  })

  test('別々の確認画面から5回買えば、5回分', async () => {
    const member = await makeMember(harness, { loginId: 'buyer' })
    const buy = (n: number) =>
      member.call(api.highSpeedCouponPost, {
        body: { packId: '100mb', priceYen: 220 },
        idempotencyKey: `screen-${n}`,
      })
    await Promise.all([1, 2, 3, 4, 5].map(buy))
    expect(await charges(member.contractId)).toHaveLength(5)
    const residual = await member.call(api.highSpeedResidualGet)
    expect(residual.totalBytes).toBe(500_000_000)
    expect(await member.call(api.highSpeedCouponGet)).toMatchObject({ spentThisMonthYen: 1100 })
  })

  test('確認した料金といまの料金が違えば、買わずに確かめてもらう', async () => {
    const member = await makeMember(harness, { loginId: 'stale' })
    const stale = member.call(api.highSpeedCouponPost, { body: { packId: '1gb', priceYen: 1000 } })
    expect(await refusalOf(stale)).toMatchObject({ httpStatus: 409, code: 'CONDITIONS_CHANGED' })
    expect(await charges(member.contractId)).toEqual([])
    expect(await count('data_bucket', member.contractId)).toBe(0)
  })

  test('ない商品、料金のない注文は、どこがおかしいかを言って断る', async () => {
    const member = await makeMember(harness, { loginId: 'odd' })
    const post = async (body: unknown) => {
      const response = await member.request('/api/high_speed/coupon/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    }
    expect(await post({ packId: '5gb', priceYen: 1 })).toMatchObject({
      status: 400,
      body: { error: { fields: { packId: ['チャージするデータ量を選んでください。'] } } },
    })
    expect(await post({ packId: '1gb' })).toMatchObject({
      status: 400,
      body: { error: { fields: { priceYen: ['入力してください。'] } } },
    })
    expect(await post({})).toMatchObject({ status: 400 })
  })

  test.each([
    ['unpaid-one', { status: 'suspended' }, 'SUSPENDED'],
    ['gone', { status: 'terminated' }, 'CONTRACT_ENDED'],
    ['early', { status: 'preparing' }, 'CONTRACT_NOT_ACTIVE'],
  ] as const)('%s：使えない契約では買えず、理由が分かる', async (loginId, shape, code) => {
    const member = await makeMember(harness, { loginId, ...shape })
    const buy = member.call(api.highSpeedCouponPost, { body: { packId: '1gb', priceYen: 1100 } })
    expect(await refusalOf(buy)).toMatchObject({ httpStatus: 409, code })
    const { packs, payment } = await member.call(api.highSpeedCouponGet)
    expect(packs[0]?.why).toMatchObject({ allowed: false, reasonCode: code })
    expect(payment.usable).toBe(false)
    expect(await charges(member.contractId)).toEqual([])
  })

  test('残量がなくなって低速の回線は、買うと高速に戻る', async () => {
    harness.clock.set('2026-11-20T10:00:00+09:00')
    const member = await makeMember(harness, { loginId: 'empty', planCode: 10, lines: [{}, {}] })
    harness.clock.set('2026-11-20T11:00:00+09:00')
    await runTasks(harness, 'usage and ledger')
    await harness.drain()
    harness.clock.set('2026-11-20T11:05:00+09:00')
    const { call } = await harness.signIn('empty')
    const before = await call(api.highSpeedStatusGet)
    expect(before.lines.map((line) => [line.speed, line.speedReason])).toEqual([
      ['low', 'poolEmpty'],
      ['low', 'poolEmpty'],
    ])
    const bought = await call(api.highSpeedCouponPost, { body: { packId: '1gb', priceYen: 1100 } })
    expect(bought.lifted.map((line) => line.lineId)).toEqual(member.lineIds)
    await harness.drain()
    const after = await call(api.highSpeedStatusGet)
    expect(after.lines.map((line) => line.speed)).toEqual(['high', 'high'])
    const atCarrier = await harness.services.carrier.line(`ref-${member.lineIds[0]}`)
    expect(atCarrier).toMatchObject({ kind: 'accepted', value: { speedMode: 'high' } })
  })
})

/** The stored answer comes back with its keys in the database's order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}
