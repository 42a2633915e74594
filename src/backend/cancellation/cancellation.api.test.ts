import { describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { api } from '#protocol/index.ts'
import { share, startLeavers } from '#tests/api/leavers.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowOf, rowsOf } from '#tests/api/rows.ts'
import { bookSize } from '#tests/api/sizes.ts'

const { harness, makeOne, again, cancel, linesOf, workAtRollover, rolloverOf } =
  await startLeavers('leaver')

describe('ご契約の解約', () => {
  test('予約し、月末の24時に終わり、請求はそのまま見られる。働き手が2度走っても1度だけ', async () => {
    const member = await makeOne(share)
    const receipt = await cancel(member)
    expect(receipt).toMatchObject({ state: 'reserved', lastServiceOn: '2026-11-30' })
    expect(receipt.nextSteps).toEqual([
      { text: 'この日の24時まで、解約を取り消せます。', on: '2026-11-29' },
      { text: '最終利用日です。24時に終了します。', on: '2026-11-30' },
    ])
    expect(await linesOf(member)).toEqual([1, 2, 3].map(() => ['ending', '2026-11-30']))
    expect(await member.call(api.contractGet)).toMatchObject({
      status: 'cancel_reserved',
      endsOn: '2026-11-30',
      bookedChanges: [{ operation: 'contractCancel', effectiveOn: '2026-11-30' }],
    })
    harness.clock.set('2026-11-30T23:59:59+09:00')
    await workAtRollover()
    expect((await (await again(member)).call(api.contractGet)).status).toBe('cancel_reserved')
    await rolloverOf('2026-12')
    await rolloverOf('2026-12')
    const after = await again(member)
    expect(await after.call(api.contractGet)).toMatchObject({
      status: 'terminated',
      endsOn: '2026-11-30',
    })
    expect(await linesOf(after)).toEqual([1, 2, 3].map(() => ['ended', '2026-11-30']))
    const asked = await rowsOf(harness, 'carrier_exchange', ['state', 'request'], {
      contract_id: member.contractId,
    })
    expect(asked.map(({ state, request }) => [state, request['kind']])).toEqual(
      [1, 2, 3].map(() => ['accepted', 'terminate']),
    )
    expect(await findBrokenAudit(harness.database.db, member.contractId)).toBeUndefined()
    expect(
      await codeOf(
        after.call(api.simCancelReservePost, {
          body: { conditions: 'x', agreed: true },
        }),
      ),
    ).toBe('CONTRACT_ENDED')
  })

  test('締め切りの12時を過ぎたら翌月末になり、確認画面で同意した日とちがえば確認し直してもらう', async () => {
    const member = await makeOne()
    harness.clock.set('2026-11-29T11:59:59+09:00')
    const before = await again(member)
    const { conditions } = await before.call(api.simCancelPaymentGet)
    harness.clock.set('2026-11-29T12:00:00+09:00')
    const body = { conditions, agreed: true as const }
    expect(await codeOf(before.call(api.simCancelReservePost, { body }))).toBe('CONDITIONS_CHANGED')
    const late = await before.call(api.simCancelPaymentGet)
    expect(late).toMatchObject({ lastServiceOn: '2026-12-31', afterCutOff: true })
    expect(await cancel(before)).toMatchObject({ lastServiceOn: '2026-12-31' })
  })

  test('取り消せるのは最終利用日の前日の24時まで', async () => {
    const member = await makeOne(share)
    const { orderNo } = await cancel(member)
    harness.clock.set('2026-11-30T00:00:00+09:00')
    const late = await again(member)
    expect(await codeOf(late.call(api.simCancelResetPost, { body: { orderNo } }))).toBe(
      'UNDO_LIMIT_PASSED',
    )
    harness.clock.set('2026-11-29T23:59:59+09:00')
    const early = await again(member)
    expect(await early.call(api.simCancelResetPost, { body: { orderNo } })).toMatchObject({
      state: 'undone',
    })
    expect(await linesOf(early)).toEqual([1, 2, 3].map(() => ['active', undefined]))
    expect(await codeOf(early.call(api.simCancelResetPost, { body: { orderNo } }))).toBe(
      'NOTHING_BOOKED',
    )
    await rolloverOf('2026-12')
    expect((await (await again(member)).call(api.contractGet)).status).toBe('active')
  })

  test('予約中はデータ容量を変えられず、予約していた変更は契約とともに終わる', async () => {
    const member = await makeOne()
    const booked = await bookSize(member, 25)
    await cancel(member)
    expect(await codeOf(bookSize(member, 30))).toBe('CANCELLATION_BOOKED')
    await rolloverOf('2026-12')
    const order = await rowOf(harness, 'procedure_order', ['state'], { order_no: booked.orderNo })
    expect(order.state).toBe('cancelled')
    expect((await (await again(member)).call(api.contractGet)).plan).toBe(20)
  })

  test('未払いでも利用停止中でも断られない', async () => {
    const member = await makeOne({ status: 'suspended' })
    expect(await cancel(member)).toMatchObject({ state: 'reserved' })
    await rolloverOf('2026-12')
    expect((await (await again(member)).call(api.contractGet)).status).toBe('terminated')
  })

  test('解約にはログインのやり直しが要る。ほかの方の予約は見つからない', async () => {
    const member = await makeOne()
    const { orderNo } = await cancel(member)
    const other = await makeOne()
    expect(await codeOf(other.call(api.simCancelResetPost, { body: { orderNo } }))).toBe(
      'NOT_FOUND',
    )
    harness.clock.set('2026-11-20T10:10:01+09:00')
    expect(await codeOf(member.call(api.simCancelResetPost, { body: { orderNo } }))).toBe(
      'FRESH_LOGIN_REQUIRED',
    )
    expect(
      await codeOf(
        member.call(api.simCancelReservePost, { body: { conditions: 'x', agreed: true } }),
      ),
    ).toBe('FRESH_LOGIN_REQUIRED')
  })

  test('二度押しは1つの予約、別々の画面からの2度めは断られる', async () => {
    const member = await makeOne()
    const { conditions } = await member.call(api.simCancelPaymentGet)
    const body = { conditions, agreed: true as const }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        member.call(api.simCancelReservePost, { body, idempotencyKey: 'click' }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.orderNo)).size).toBe(1)
    expect(await codeOf(member.call(api.simCancelReservePost, { body }))).toBe(
      'CANCELLATION_BOOKED',
    )
  })
})
