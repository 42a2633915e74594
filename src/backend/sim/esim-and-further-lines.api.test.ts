import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freezeLine, unfreezeLine } from '#backend/line/public.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { noticesOf } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { simDesk, type DeskMember } from '#tests/api/sim-orders.ts'
import { letGoOfOrders } from '#tests/api/orders.ts'

const START = '2026-11-20T10:00:00+09:00'

const harness = await useHarness(START)
const desk = simDesk(harness, 'sim')
const { lineOf, chargesOf, stepsOf } = desk
beforeEach(async () => {
  await letGoOfOrders(harness)
  harness.clock.set(START)
})
afterEach(() => desk.carrierFault({ mode: 'off' }))

describe('eSIMの注文', () => {
  test('申し込みから数十秒で、アクティベーションコードとQRコードが見られる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId)
    const query = { lineId: member.lineId }
    expect(await codeOf(member.call(api.esimActivationGet, { query }))).toBe('ESIM_NOT_READY')
    await desk.after(1)
    const activation = await member.call(api.esimActivationGet, { query })
    expect(activation.activationCode).toMatch(/^LPA:1\$smdp\.carrier\.example\$M-\d{16}$/)
    expect(activation.qrSvg).toMatch(/^<svg /)
    expect(await desk.order(member, orderNo)).toMatchObject({
      state: 'switch_ready',
      esim: { lineId: member.lineId, ready: true },
    })
    await member.call(api.orderSwitchOverPost, { body: { orderNo } })
    const switching = await desk.order(member, orderNo)
    expect(switching).toMatchObject({ stateLabel: '切り替え中', final: false })
    expect(switching.timeline.map(({ key, position }) => [key, position])).toEqual([
      ['ordered', 'done'],
      ['preparing', 'done'],
      ['switch_ready', 'done'],
      ['switching', 'current'],
      ['switched', 'ahead'],
    ])
    await harness.drain()
    await desk.work()
    expect(await lineOf(member)).toMatchObject({ simSize: 'esim', status: 'active' })
    expect(await stepsOf(member, orderNo)).toEqual([
      'ordered',
      'preparing',
      'switch_ready',
      'switched',
    ])
  })

  test('乗っ取りの疑いで止めた回線は、コードを見せず、切り替えもせず、選んだ日時にも切り替えない。疑いが晴れると続きから進む', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId)
    await desk.after(1)
    const at = '2026-11-20T15:00:00+09:00'
    await member.call(api.orderSwitchOverPost, { body: { orderNo, switchAt: at } })
    await byStaff(member, freezeLine)
    const activation = member.call(api.esimActivationGet, { query: { lineId: member.lineId } })
    expect(await codeOf(activation)).toBe('SUSPENDED')
    const now = member.call(api.orderSwitchOverPost, { body: { orderNo } })
    expect(await codeOf(now)).toBe('SUSPENDED')
    for (const later of [at, '2026-11-23T10:00:00+09:00']) {
      await desk.workAt(later)
      const { state, stateLabel, actions, todo, next, switchHours } = await desk.order(
        member,
        orderNo,
      )
      expect({ state, stateLabel, todo, next, switchHours }).toEqual({
        state: 'switch_ready',
        stateLabel: '利用停止中',
        todo: undefined,
        next: undefined,
        switchHours: [],
      })
      expect(actions.switchOver).toMatchObject({ allowed: false, reasonCode: 'SUSPENDED' })
    }
    await byStaff(member, unfreezeLine)
    await desk.work()
    await desk.work()
    expect((await desk.order(member, orderNo)).state).toBe('switched')
  })

  test('止めている回線を回線設備が期限に自分で切り替えても、使えるとは言わず、コードも見せず、停止を解く人に知らせる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId)
    await desk.after(1)
    await byStaff(member, freezeLine)
    expect((await desk.order(member, orderNo)).esim).toBeUndefined()
    await desk.workAt('2026-11-30T04:00:00+09:00')
    const { state, message, esim, receipt } = await desk.order(member, orderNo)
    const stillOff = '利用を止めている間に切り替わりました。再開するまで、通信と通話は使えません。'
    expect({ state, message, esim }).toEqual({
      state: 'auto_switched',
      message: stillOff,
      esim: undefined,
    })
    expect(receipt.nextSteps.map((step) => step.text)).toEqual([
      '切り替えが完了しました。',
      stillOff,
    ])
    const mail = (await noticesOf(harness, member.accountId)).find(({ title }) =>
      title.endsWith('自動で切り替えました'),
    )?.body
    expect(mail).toContain(stillOff)
    expect(mail).not.toContain('新しいSIMをお使いください')
    const query = { lineId: member.lineId }
    const { call } = await harness.signIn(member.loginId)
    expect(await codeOf(call(api.esimActivationGet, { query }))).toBe('SUSPENDED')
    const kato = await harness.staff('kato')
    const { rows } = await kato.ask('consoleQueueGet', { query: { queue: 'hold' } })
    expect(rows).toMatchObject([
      { item: 'line-frozen', ref: member.lineId, facts: { switchedOrder: orderNo } },
    ])
    await byStaff(member, unfreezeLine)
  })

  test('解約がお申し込みの終わりを待っている回線では、最終利用日より後の日時は選べず、自動の切り替えもうたわない', async () => {
    harness.clock.set('2026-11-27T10:00:00+09:00')
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId)
    await desk.after(1)
    const hoursOf = async () => (await desk.order(member, orderNo)).switchHours
    expect((await hoursOf()).at(-1)).toBe('2026-12-04T20:00:00+09:00')
    const { conditions } = await member.call(api.simCancelPaymentGet, { query: {} })
    await member.call(api.simCancelReservePost, { body: { conditions, agreed: true } })
    expect((await hoursOf()).at(-1)).toBe('2026-11-30T20:00:00+09:00')
    const ends = { label: '解約の最終利用日（お申し込みも終わります）', on: '2026-11-30' }
    expect((await desk.order(member, orderNo)).next).toEqual(ends)
    const { rows } = await member.call(api.statusApplyStateGet, { query: { only: 'open' } })
    expect(rows.find((row) => row.orderNo === orderNo)?.next).toEqual(ends)
    const { deadlines } = await member.call(api.deadlinesGet)
    expect(deadlines.filter((date) => date.orderNo === orderNo)).toEqual([])
    const late = { orderNo, switchAt: '2026-12-01T10:00:00+09:00' }
    expect(await codeOf(member.call(api.orderSwitchOverPost, { body: late }))).toBe(
      'SWITCH_HOUR_NOT_OFFERED',
    )
  })

  test('申し込みのときに選んだ日時に切り替わる。選べない日時は断る', async () => {
    const member = await desk.member()
    const refused = desk.orderEsim(member.call, member.lineId, '0001', '2026-11-20T21:00:00+09:00')
    expect(await codeOf(refused)).toBe('SWITCH_HOUR_NOT_OFFERED')
    const at = '2026-11-20T15:00:00+09:00'
    const receipt = await desk.orderEsim(member.call, member.lineId, '0001', at)
    expect(receipt.switchAt).toBe(at)
    await desk.after(1)
    await desk.workAt('2026-11-20T14:00:00+09:00')
    expect((await desk.order(member, receipt.orderNo)).state).toBe('switch_ready')
    await desk.workAt(at)
    await desk.work()
    expect((await desk.order(member, receipt.orderNo)).state).toBe('switched')
  })

  test('進行中の手続きと同じEIDは、だれが使っても断る', async () => {
    const [one, two] = [await desk.member(), await desk.member()]
    const wanted = { size: 'esim', reason: 'esimMove', eid: desk.eid() } as const
    const order = async ({ call, lineId }: DeskMember) => {
      const query = { lineId, size: wanted.size, reason: wanted.reason }
      const { conditions } = await call(api.simChangeSizeInitialCostGet, { query })
      return call(api.simChangeSizeRegisterPost, { body: { ...wanted, lineId, conditions } })
    }
    await order(one)
    const refused = await order(two).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      failure: {
        code: 'EID_IN_USE',
        fields: {
          eid: [
            '入力されたEIDは、ほかの手続きで使用中です。端末のEIDを確認して入力し直してください。',
          ],
        },
      },
    })
  })

  test('EIDがなければ、項目の横で知らせる', async () => {
    const member = await desk.member()
    const body = {
      lineId: member.lineId,
      size: 'esim',
      reason: 'esimMove',
      conditions: 'x',
    } as const
    expect(await codeOf(member.call(api.simChangeSizeRegisterPost, { body }))).toBe(
      'VALIDATION_FAILED',
    )
  })
})

describe('SIMの追加', () => {
  test('データSIMの回線：準備中の回線ができ、切り替えると番号がつき、シェアになる', async () => {
    const member = await desk.member({ planCode: 20 })
    const { orderNo } = await desk.orderLine(member.call, 'data', 'nano')
    expect(await lineOf(member, 1)).toMatchObject({ status: 'preparing', simKind: 'data' })
    await desk.workAt('2026-11-22T12:00:00+09:00')
    const call = await desk.again(member.loginId)
    await call(api.orderSwitchOverPost, { body: { orderNo } })
    await harness.drain()
    await desk.work()
    expect(await lineOf(member, 1)).toMatchObject({
      status: 'active',
      number: expect.stringMatching(/^0200000\d{4}$/),
      activatedOn: '2026-11-22',
    })
    const contract = await (await desk.again(member.loginId))(api.contractGet)
    expect(contract.course).toBe('share')
  })

  test('見積もりは、月額の前後・一時費用・請求月・届け先を示す', async () => {
    const member = await desk.member({ planCode: 20 })
    const query = { kind: 'data', size: 'nano' } as const
    const estimate = await member.call(api.simAddCostGet, { query })
    expect(estimate).toMatchObject({
      oneOff: { totalYen: 3733 },
      oneOffBillMonth: '2026-11',
      undoWhile: 'SIMの発送前まで',
      monthlyDeltaYen: 440,
      identityRequired: false,
      delivery: { expectedOn: '2026-11-22' },
      why: { allowed: true },
    })
  })

  test('シェアできない容量、3回線、古い約款では追加できない', async () => {
    const small = await desk.member({ planCode: 13 })
    expect(await codeOf(desk.orderLine(small.call, 'data', 'nano'))).toBe('PLAN_NOT_SHAREABLE')
    const three = { planCode: 20, course: 'share', lines: [{}, {}, {}] } as const
    const full = await desk.member({ ...three, lines: [{}, {}, {}] })
    expect(await codeOf(desk.orderLine(full.call, 'data', 'nano'))).toBe('LINE_LIMIT_REACHED')
    const body = {
      kind: 'data',
      size: 'nano',
      conditions: 'x',
      termsVersion: '3.0',
      agreed: true,
    } as const
    expect(await codeOf(full.call(api.simAddPost, { body }))).toBe('TERMS_OUTDATED')
  })

  test('見積もりの請求月は、費用が載る請求の月と同じ（SIMの発行を伴う手続きすべて）', async () => {
    harness.clock.set('2026-11-30T23:00:00+09:00')
    const one = await desk.member({ planCode: 20 })
    const two = await desk.member()
    const three = await desk.member()
    const line = (member: DeskMember) => ({ lineId: member.lineId, size: 'nano' }) as const
    const months = [
      await one.call(api.simAddCostGet, { query: { kind: 'data', size: 'nano' } }),
      await two.call(api.simChangeSizeInitialCostGet, { query: { ...line(two), reason: 'lost' } }),
      await three.call(api.simChangeTypeInitialCostGet, {
        query: { ...line(three), kind: 'data' },
      }),
    ].map(({ oneOffBillMonth }) => oneOffBillMonth)
    await desk.orderLine(one.call, 'data', 'nano')
    await desk.orderCard(two.call, two.lineId)
    await desk.orderKind(three.call, three.lineId, 'data', 'nano')
    const booked = await Promise.all([one, two, three].map(chargesOf))
    for (const [index, charges] of booked.entries()) {
      expect(charges).toHaveLength(2)
      for (const { month } of charges) expect(month).toBe(months[index])
    }
  })

  test('取り消すと、準備中の回線は終わる', async () => {
    const member = await desk.member({ planCode: 20 })
    const { orderNo } = await desk.orderLine(member.call, 'data', 'nano')
    await member.call(api.orderDelete, { query: { orderNo } })
    await harness.drain()
    await desk.work()
    expect(await lineOf(member, 1)).toMatchObject({ status: 'ended' })
    expect((await desk.order(member, orderNo)).state).toBe('cancelled')
  })
})

async function byStaff({ contractId, lineId }: DeskMember, act: typeof freezeLine) {
  const { database, services, clock } = harness
  const by = { actor: 'staff', contractId, now: clock.now() } as const
  await database.db.transaction().execute((tx) => act(tx, services, by, lineId))
  await harness.drain()
}
