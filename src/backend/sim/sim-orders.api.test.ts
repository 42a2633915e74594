import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
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

describe('SIMの再発行', () => {
  test('申し込みから切り替えまで：発送、お届け、日時を選ぶ、完了。番号は変わらずSIMが変わる', async () => {
    const member = await desk.member()
    const before = await lineOf(member)
    const { orderNo, state } = await desk.orderCard(member.call, member.lineId)
    expect(state).toBe('ordered')
    expect(await chargesOf(member)).toEqual([
      { figure_key: 'oneOff.simChange', amount_tenths_yen: 30_000, month: '2026-11' },
      { figure_key: 'oneOff.simChangePreparation', amount_tenths_yen: 3940, month: '2026-11' },
    ])
    await harness.drain()
    expect((await desk.order(member, orderNo)).next).toEqual({
      label: 'お届けの予定',
      on: '2026-11-22',
    })
    await desk.workAt('2026-11-21T15:00:00+09:00')
    expect(await desk.order(member, orderNo)).toMatchObject({
      state: 'shipped',
      tracking: { trackingNo: expect.stringMatching(/^\d{12}$/) },
    })
    await desk.workAt('2026-11-22T11:01:00+09:00')
    const ready = await desk.order(member, orderNo)
    expect(ready).toMatchObject({
      state: 'switch_ready',
      todo: { label: '切り替えの日時を選ぶ' },
      actions: { switchOver: { allowed: true }, cancel: { allowed: false } },
    })
    expect(ready.switchHours[0]).toBe('2026-11-22T12:00:00+09:00')
    expect(ready.switchHours.at(-1)).toBe('2026-11-29T20:00:00+09:00')

    expect(ready.confirmedEstimate?.undoWhile).toBe('SIMの発送前まで')
    const call = await desk.again(member.loginId)
    const switchAt = '2026-11-23T14:00:00+09:00'
    await call(api.orderSwitchOverPost, { body: { orderNo, switchAt } })
    const booked = await desk.order(member, orderNo)
    expect(booked).toMatchObject({
      state: 'switch_ready',
      stateLabel: '切り替えの予約済み',
      tone: 'info',
      next: { label: '切り替えの日時', on: switchAt },
      actions: { switchOver: { allowed: true } },
    })
    expect(booked.todo).toBeUndefined()
    expect(booked.timeline.at(-1)).toMatchObject({ key: 'switched', expectedOn: switchAt })
    await desk.workAt('2026-11-23T13:00:00+09:00')
    expect((await desk.order(member, orderNo)).state).toBe('switch_ready')
    await desk.workAt('2026-11-23T14:00:00+09:00')
    await desk.work()
    expect(await desk.order(member, orderNo)).toMatchObject({ state: 'switched', final: true })
    const after = await lineOf(member)
    expect(after).toMatchObject({ number: before?.number, status: 'active', simSize: 'nano' })
    expect(after?.iccidMasked).not.toBe(before?.iccidMasked)
    expect(await stepsOf(member, orderNo)).toEqual([
      'ordered',
      'preparing',
      'shipped',
      'arrived',
      'switch_ready',
      'switched',
    ])
  })

  test('だれも日時を選ばないと、届いて7日が過ぎた0時に自動で切り替わる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderCard(member.call, member.lineId)
    await desk.workAt('2026-11-22T12:00:00+09:00')
    const call = await desk.again(member.loginId)
    // The order and the list of dates name the same day.
    expect((await call(api.orderGet, { query: { orderNo } })).next).toEqual({
      label: '自動で切り替える日',
      on: '2026-11-30',
    })
    const { deadlines } = await call(api.deadlinesGet)
    expect(deadlines.find(({ kind }) => kind === 'switchOver')).toMatchObject({
      at: '2026-11-30',
      on: '2026-11-30',
      message: 'それまでに切り替えないと、この日の0時に自動で切り替わります。',
    })
    await desk.workAt('2026-11-29T23:00:00+09:00')
    expect((await desk.order(member, orderNo)).state).toBe('switch_ready')
    await desk.workAt('2026-11-30T00:00:00+09:00')
    await desk.work()
    expect((await desk.order(member, orderNo)).state).toBe('auto_switched')
  })

  test('発送前なら取り消せて、料金は消える。発送のあとは取り消せない', async () => {
    const member = await desk.member()
    const first = await desk.orderCard(member.call, member.lineId)
    await harness.drain()
    const asked = await member.call(api.orderDelete, { query: { orderNo: first.orderNo } })
    expect(asked.message).toContain('取り消しを確認しています')
    await harness.drain()
    expect(await desk.order(member, first.orderNo)).toMatchObject({
      state: 'cancelled',
      final: true,
    })
    expect(await chargesOf(member)).toEqual([])

    const second = await desk.orderCard(member.call, member.lineId)
    await desk.workAt('2026-11-21T15:00:00+09:00')
    const call = await desk.again(member.loginId)
    expect(await codeOf(call(api.orderDelete, { query: { orderNo: second.orderNo } }))).toBe(
      'ORDER_NOT_CANCELLABLE',
    )
  })

  test('取り消しが発送に間に合わなければ、手続きは進み、料金は残り、そのことを知らせる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderCard(member.call, member.lineId)
    await harness.drain()
    // Our own reading is behind: the carrier has shipped, and we do not know it yet.
    harness.clock.set('2026-11-21T15:00:00+09:00')
    const call = await desk.again(member.loginId)
    await call(api.orderDelete, { query: { orderNo } })
    await desk.work()
    expect(await desk.order(member, orderNo)).toMatchObject({ state: 'shipped' })
    expect(await chargesOf(member)).toHaveLength(2)
    expect(await noticeTitles(harness, member.accountId)).toContain(
      'SIMのサイズ変更・再発行：お申し込みを取り消せませんでした',
    )
  })

  test('請求が締まったあとで手続きできなくなれば、次の請求で返す', async () => {
    harness.clock.set('2026-11-30T23:59:00+09:00')
    const member = await desk.member()
    await desk.orderEsim(member.call, member.lineId, '9500')
    await desk.workAt('2026-11-30T23:59:30+09:00')
    await desk.workAt('2026-12-01T00:10:00+09:00')
    expect(await chargesOf(member)).toEqual([
      { figure_key: 'oneOff.esimReissue', amount_tenths_yen: 2000, month: '2026-11' },
      { figure_key: 'oneOff.esimReissue', amount_tenths_yen: -2000, month: '2026-12' },
    ])
  })

  test('二重に送っても1件。鍵なしの2度目と、別の画面からの種別変更は断る', async () => {
    const member = await desk.member()
    const wanted = { lineId: member.lineId, size: 'nano', reason: 'lost' } as const
    const { conditions } = await member.call(api.simChangeSizeInitialCostGet, { query: wanted })
    const send = () =>
      member.call(api.simChangeSizeRegisterPost, {
        body: { ...wanted, conditions },
        idempotencyKey: 'double-click',
      })
    const [one, two] = await Promise.all([send(), send()])
    expect(two.orderNo).toBe(one.orderNo)
    expect(await codeOf(desk.orderCard(member.call, member.lineId))).toBe('SIM_ORDER_OPEN')
    expect(await codeOf(desk.orderKind(member.call, member.lineId, 'data', 'nano'))).toBe(
      'SIM_ORDER_OPEN',
    )
  })

  test('確認した料金や日付でなくなれば、受け付けない', async () => {
    const member = await desk.member()
    const wanted = { lineId: member.lineId, size: 'nano', reason: 'lost' } as const
    harness.clock.set('2026-11-30T23:59:59+09:00')
    const call = await desk.again(member.loginId)
    const { conditions } = await call(api.simChangeSizeInitialCostGet, { query: wanted })
    harness.clock.set('2026-12-01T00:00:00+09:00')
    const body = { ...wanted, conditions }
    expect(await codeOf(call(api.simChangeSizeRegisterPost, { body }))).toBe('CONDITIONS_CHANGED')
  })

  test('10分より前のログインでは申し込めず、ほかの人の回線は見つからない', async () => {
    const member = await desk.member()
    const other = await desk.member()
    expect(await codeOf(desk.orderCard(member.call, other.lineId))).toBe('NOT_FOUND')
    harness.clock.set('2026-11-20T10:11:00+09:00')
    expect(await codeOf(desk.orderCard(member.call, member.lineId))).toBe('SECOND_FACTOR_REQUIRED')
  })
})

describe('種別の変更', () => {
  test('音声からデータへ：番号が変わり、月額が下がる', async () => {
    const member = await desk.member()
    const before = await lineOf(member)
    const { orderNo } = await desk.orderKind(member.call, member.lineId, 'data', 'esim')
    await desk.after(1)
    await member.call(api.orderSwitchOverPost, { body: { orderNo } })
    await harness.drain()
    await desk.work()
    const after = await lineOf(member)
    expect(after).toMatchObject({ simKind: 'data', simSize: 'esim' })
    expect(after?.number).not.toBe(before?.number)
  })

  test('同じ種別は選べない', async () => {
    const member = await desk.member()
    const query = { lineId: member.lineId, kind: 'voice', size: 'nano' } as const
    const { why } = await member.call(api.simChangeTypeInitialCostGet, { query })
    expect(why).toMatchObject({ allowed: false, reasonCode: 'KIND_UNCHANGED' })
    expect(await codeOf(desk.orderKind(member.call, member.lineId, 'voice', 'nano'))).toBe(
      'KIND_UNCHANGED',
    )
  })
})
