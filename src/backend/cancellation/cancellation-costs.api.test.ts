import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { insertCall } from '#tests/api/calls.ts'
import { share, startLeavers } from '#tests/api/leavers.ts'
import { setContract } from '#tests/api/rows.ts'

const { harness, makeOne } = await startLeavers('costs')

describe('費用と最終利用日', () => {
  test('手数料は0円、最終利用日は月末。最後の月は日割りにならない', async () => {
    const member = await makeOne()
    const estimate = await member.call(api.simCancelPaymentGet)
    expect(estimate).toMatchObject({
      operation: 'contractCancel',
      scope: 'contract',
      feeYen: 0,
      lastServiceOn: '2026-11-30',
      afterCutOff: false,
      undoUntil: '2026-11-30T00:00:00+09:00',
      oneOff: { totalYen: 0 },
      // 1,680 × 1.1 + 3.3
      finalBill: { totalYen: 1851 },
      monthlyAfter: { totalYen: 0 },
      monthlyDeltaYen: -1851,
      remainingInstalmentsYen: 0,
      numbersLost: [{ simKind: 'voice' }],
      why: { allowed: true },
    })
    expect(estimate.blockedMeanwhile.map((one) => one.operation)).toEqual([
      'planSizeChange',
      'simAdd',
      'simReissue',
      'simKindChange',
      'phoneMove',
      'lineHandover',
      'optionJoin',
    ])
  })

  test('1回線だけの解約では、残る回線の月額になる。最初の回線が抜けると次の回線が最初になる', async () => {
    const member = await makeOne(share)
    const [first = ''] = member.lineIds
    const estimate = await member.call(api.simCancelPaymentGet, { query: { lineId: first } })
    expect(estimate).toMatchObject({
      operation: 'lineCancel',
      scope: 'line',
      // (1,680 + 700 + 400) × 1.1 + 6.6 and (1,680 + 400) × 1.1 + 3.3
      monthlyBefore: { totalYen: 3064 },
      monthlyAfter: { totalYen: 2291 },
    })
    // The contract and the lines that stay are free meanwhile.
    expect(estimate.blockedMeanwhile.map(({ operation }) => operation)).toEqual([
      'simReissue',
      'simKindChange',
      'phoneMove',
      'lineHandover',
    ])
    expect(estimate.blockedMeanwhile.map(({ message }) => message)).toEqual([
      '解約を予約しているあいだは、解約する回線のSIMのサイズ変更・再発行をお申し込みいただけません。',
      '解約を予約しているあいだは、解約する回線のSIMの種別変更をお申し込みいただけません。',
      '解約を予約しているあいだは、解約する回線の新しいスマホへの移行をお申し込みいただけません。',
      '解約を予約しているあいだは、解約する回線のご家族への譲渡をお申し込みいただけません。',
    ])
  })

  test('全部の回線を選ぶと、ご契約の解約になる', async () => {
    const member = await makeOne(share)
    const estimate = await member.call(api.simCancelPaymentGet, {
      query: { lineId: member.lineIds },
    })
    expect(estimate.scope).toBe('contract')
  })
})

describe('最後の月の請求（いま分かっている分）', () => {
  test('すでに申し込まれたものと通話料を含む。転出した月はユニバーサルサービス料などだけがかからない', async () => {
    const member = await makeOne()
    const lineId = member.lineIds[0] ?? ''
    const { packs } = await member.call(api.highSpeedCouponGet)
    const priceYen = packs.find(({ packId }) => packId === '1gb')?.priceYen ?? 0
    await member.call(api.highSpeedCouponPost, { body: { packId: '1gb', priceYen } })
    const wanted = { lineId, size: 'micro', reason: 'broken' } as const
    const { conditions } = await member.call(api.simChangeSizeInitialCostGet, { query: wanted })
    await member.call(api.simChangeSizeRegisterPost, { body: { ...wanted, conditions } })
    await insertCall(harness, { contractId: member.contractId, lineId, units: 3 })

    const { finalBill, notices, isUnpaid } = await member.call(api.simCancelPaymentGet)
    // (1,680 + 1,000 + 3,000 + 394) × 1.1 + 22 × 3 + 2.2 + 1.1
    expect(finalBill.totalYen).toBe(6750)
    expect(finalBill.charges.map(({ label, quantity }) => [label, quantity])).toEqual([
      ['基本料金 10GB（音声通話SIM）', 1],
      ['データチャージ 1GB', 1],
      ['SIMサイズ変更・再発行手数料', 1],
      ['SIM準備料', 1],
      ['国内通話料', 3],
      ['ユニバーサルサービス料', 1],
      ['電話リレーサービス料', 1],
    ])
    expect(notices.join()).toContain('これからご利用になる分が加わります。')
    expect(isUnpaid).toBe(false)
    const query = { lineId }
    const ported = (await member.call(api.portOutPaymentGet, { query })).finalBill
    const perNumber = ['universalFee', 'relayFee']
    expect(ported.charges).toEqual(
      finalBill.charges.filter(({ kind }) => !perNumber.includes(kind)),
    )
    // 6,681.4 + 66
    expect(ported.totalYen).toBe(6747)
  })

  test('月の途中で始まった回線は日割り。未払いの料金があれば、そのことを伝える', async () => {
    const member = await makeOne({ startedOn: '2026-11-10' })
    // 1,680 × 21 ÷ 30 = 1,176; × 1.1 + 3.3
    expect((await member.call(api.simCancelPaymentGet)).finalBill.totalYen).toBe(1296)
    await setContract(harness, member.contractId, { unpaid_since: harness.clock.now() })
    expect((await member.call(api.simCancelPaymentGet)).isUnpaid).toBe(true)
    const query = { lineId: member.lineIds[0] ?? '' }
    expect((await member.call(api.portOutPaymentGet, { query })).isUnpaid).toBe(true)
  })
})
