import { describe, expect, test } from 'vitest'
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { api } from '#protocol/index.ts'
import { insertCall } from '#tests/api/calls.ts'
import { familyDesk } from '#tests/api/families.ts'
import { share, startLeavers } from '#tests/api/leavers.ts'
import { setContract } from '#tests/api/rows.ts'

const { harness, makeOne } = await startLeavers('costs')
const families = familyDesk(harness, 'costs')

describe('いっしょに終わるもの', () => {
  test('離れる手続きの最後の画面は、どれも、家族の役割・お願い・キー・Webhook・ウィジェット・ギフトのうち、いっしょに終わるものを数えて言う', async () => {
    const member = await makeOne({ ...share, startedOn: '2026-10-01' })
    await lookAtCalendar(harness.services, harness.clock.now())
    const [lineId = '', otherId = ''] = member.lineIds
    const { call } = member
    const user = await families.member(member, 'lineUser', lineId)
    await user.call(api.lineRequestPost, {
      body: { lineId, kind: 'option', optionCode: 'tenMinuteCalls' },
    })
    await families.inviteTo(member, 'manager')
    await call(api.connectionsKeyPost, {
      body: { name: '家計簿', scopes: ['data:read'], days: '90' },
    })
    await call(api.webhooksPost, {
      body: { url: 'https://hooks.example.com/in', events: ['order.changed'] },
    })
    await call(api.widgetsPost, { body: { name: 'ホーム画面' } })
    await call(api.giftPost, { body: { megabytes: 100, nickname: '健一' } })
    const ofLine = [
      'ご家族の役割と招待（1件）も終わります。その方は、この回線を見られなくなります。',
      '答えていないご家族からのお願い（1件）は、取り消されます。',
    ]
    const programs =
      'アクセスキーと連携したアプリ（1件）、Webhook（1件）、ウィジェット（1件）は、使えなくなります。'
    const all = [
      'ご家族の役割と招待（2件）も終わります。その方は、このご契約を見られなくなります。',
      '答えていないご家族からのお願い（1件）は、取り消されます。',
      programs,
      '受け取られていないギフト（1件）は、お相手が受け取れなくなります。',
    ]
    const said = async (what: Promise<{ readonly consequences: readonly string[] }>) =>
      (await what).consequences.filter((one) => /件）/.test(one))
    const query = { lineId }
    expect({
      contract: await said(call(api.simCancelPaymentGet)),
      line: await said(call(api.simCancelPaymentGet, { query })),
      otherLine: await said(call(api.simCancelPaymentGet, { query: { lineId: otherId } })),
      portOut: await said(call(api.portOutPaymentGet, { query })),
      handover: await said(call(api.handoverEstimateGet, { query })),
    }).toEqual({
      contract: all,
      line: ofLine,
      otherLine: [],
      portOut: ofLine,
      handover: [...ofLine, programs],
    })
  })

  test('データだけの回線には、番号を残せるとは言わない', async () => {
    const member = await makeOne(share)
    const query = { lineId: member.lineIds[2] ?? '' }
    const { consequences } = await member.call(api.simCancelPaymentGet, { query })
    expect(consequences.join()).not.toContain('MNP転出')
  })
})

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
