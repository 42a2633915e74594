import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { share, startLeavers, type Leaver } from '#tests/api/leavers.ts'
import { advanceOrder, openOrder } from '#tests/api/orders.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { askStandIn } from '#tests/api/stand-ins.ts'
import { runTasks } from '#tests/api/tasks.ts'

const { harness, makeOne, again, cancel, linesOf, rolloverOf } = await startLeavers('line-leaver')

/** The hourly look at what waits for a SIM order. */
async function runWaiting() {
  await runTasks(harness, 'cancellations waiting')
}

describe('回線の解約', () => {
  test('選んだ回線だけが終わり、次の回線が最初の回線になる', async () => {
    const member = await makeOne(share)
    const [first = '', second = ''] = member.lineIds
    await cancel(member, [first])
    expect(await linesOf(member)).toEqual([
      ['ending', '2026-11-30'],
      ['active', undefined],
      ['active', undefined],
    ])
    await rolloverOf('2026-12')
    const after = await (await again(member)).call(api.contractGet)
    expect(after.status).toBe('active')
    expect(after.lines.map((line) => [line.lineId, line.status, line.first])).toEqual([
      [second, 'active', true],
      [member.lineIds[2], 'active', false],
      [first, 'ended', false],
    ])
  })

  test('1回線ずつ全部を解約しても、最後の回線とともに契約が終わる', async () => {
    const member = await makeOne({ course: 'share', lines: [{}, {}] })
    const [first = '', second = ''] = member.lineIds
    await cancel(member, [first])
    const { orderNo } = await cancel(member, [second])
    expect((await member.call(api.contractGet)).status).toBe('cancel_reserved')
    await member.call(api.simCancelResetPost, { body: { orderNo } })
    expect((await member.call(api.contractGet)).status).toBe('active')
    await cancel(member, [second])
    await rolloverOf('2026-12')
    expect((await (await again(member)).call(api.contractGet)).status).toBe('terminated')
  })

  test('SIMの手続き中の回線は順番待ちになり、終わりしだい予約される', async () => {
    const member = await makeOne(share)
    const [first = ''] = member.lineIds
    const { db } = harness.database
    const simOrder = await db.transaction().execute((tx) =>
      openOrder(tx, {
        contractId: member.contractId,
        lineId: first,
        procedure: 'simReissue',
        event: 'ordered',
        actor: 'member',
        now: harness.clock.now(),
      }),
    )
    const query = { lineId: first }
    const estimate = await member.call(api.simCancelPaymentGet, { query })
    expect(estimate).toMatchObject({
      queued: true,
      undoWhile: '最終利用日の前日の24時まで',
      lastServiceOn: '2026-11-30',
    })
    expect(estimate.undoUntil).toBeUndefined()
    expect(estimate.interruption.message).toContain('2026年11月30日')
    const receipt = await cancel(member, [first])
    expect(receipt).toMatchObject({
      state: 'queued',
      lastServiceOn: '2026-11-30',
      effectiveOn: '2026-11-30',
    })
    await runWaiting()
    const { bookings } = await member.call(api.statusCancelStateGet)
    expect(bookings).toMatchObject([{ state: 'queued', undo: { allowed: true } }])
    await db
      .transaction()
      .execute((tx) =>
        advanceOrder(
          tx,
          { contractId: member.contractId, orderNo: simOrder },
          { event: 'cancelled', actor: 'member', now: harness.clock.now() },
        ),
      )
    await runWaiting()
    expect((await member.call(api.statusCancelStateGet)).bookings).toMatchObject([
      { state: 'reserved', lastServiceOn: '2026-11-30' },
    ])
    expect(await linesOf(member)).toEqual([
      ['ending', '2026-11-30'],
      ['active', undefined],
      ['active', undefined],
    ])
  })

  test('SIMの手続きが長引いても、申し出た日から数えた最終利用日に終わり、その手続きの料金はかからない', async () => {
    const member = await makeOne()
    const wanted = { lineId: member.lineIds[0] ?? '', size: 'micro', reason: 'broken' } as const
    const { conditions } = await member.call(api.simChangeSizeInitialCostGet, { query: wanted })
    const ordered = { ...wanted, conditions }
    const { orderNo } = await member.call(api.simChangeSizeRegisterPost, { body: ordered })
    expect(await cancel(member)).toMatchObject({ state: 'queued', lastServiceOn: '2026-11-30' })
    await rolloverOf('2026-12')
    const after = await again(member)
    expect(await after.call(api.contractGet)).toMatchObject({
      status: 'terminated',
      endsOn: '2026-11-30',
    })
    const { bookings } = await after.call(api.statusCancelStateGet)
    expect(bookings).toMatchObject([{ state: 'executed', lastServiceOn: '2026-11-30' }])
    expect(await after.call(api.orderGet, { query: { orderNo } })).toMatchObject({
      state: 'cancelled',
    })
    const charged = await harness.database.db
      .selectFrom('booked_charge')
      .select('month')
      .select(({ fn }) => fn.sum('amount_tenths_yen').as('yen'))
      .where('contract_id', '=', member.contractId)
      .groupBy('month')
      .execute()
    expect(charged.reduce((sum, { yen }) => sum + Number(yen), 0)).toBe(0)
    const notices = await rowsOf(harness, 'notice', ['title'], { account_id: member.accountId })
    expect(notices.map(({ title }) => title).join()).not.toContain('取り消せませんでした')
  })
})

describe('MNP予約番号が有効なあいだの解約', () => {
  /** A number from the carrier, three minutes after it was asked for. */
  async function withNumber() {
    const member = await makeOne()
    const lineId = member.lineIds[0] ?? ''
    const { conditions } = await member.call(api.portOutPaymentGet, { query: { lineId } })
    const body = { lineId, conditions, agreed: true as const }
    await member.call(api.portOutIssuanceRequestPost, { body })
    await harness.drain()
    harness.clock.set('2026-11-20T11:00:00+09:00')
    await runTasks(harness, 'MNP numbers at the carrier')
    return { ...(await again(member)), lineId }
  }
  const requestOf = async ({ call }: Pick<Leaver, 'call'>) =>
    (await call(api.portOutPossibleListGet)).lines[0]
  const useNumber = (line: Awaited<ReturnType<typeof requestOf>>) =>
    askStandIn(harness.carrier, '/mnp/use', {
      number: line?.line.number,
      mnpNumber: line?.request?.number,
    })

  test('断られず、番号もそのまま残り、先に最終利用日が来れば番号は無効になる', async () => {
    const member = await withNumber()
    const estimate = await member.call(api.simCancelPaymentGet)
    expect(estimate.why).toEqual({ allowed: true })
    expect(estimate.notices.join()).toContain('先に転出が完了するとその時に')
    expect(await cancel(member)).toMatchObject({ state: 'reserved', lastServiceOn: '2026-11-30' })
    const line = await requestOf(member)
    expect(line?.request).toMatchObject({ state: 'issued', expiresOn: '2026-12-04' })
    await rolloverOf('2026-12')
    const after = await again(member)
    expect((await after.call(api.contractGet)).status).toBe('terminated')
    const over = await requestOf(after)
    expect(over?.request).toMatchObject({ state: 'voided', stateLabel: '回線の終了により無効' })
    expect([over?.request?.number, over?.request?.expiresOn]).toEqual([undefined, undefined])
    expect((await useNumber(line)).status).toBe(410)
    const { deadlines } = await after.call(api.deadlinesGet)
    expect(deadlines.filter(({ kind }) => kind === 'numberExpiry')).toEqual([])
  })

  test('先に転出が完了すれば、その時に終わり、解約の予約は不要になる', async () => {
    const member = await withNumber()
    await cancel(member)
    expect((await useNumber(await requestOf(member))).status).toBe(200)
    harness.clock.set('2026-11-20T12:00:00+09:00')
    await runTasks(harness, 'MNP numbers at the carrier', 'cancellations waiting')
    const after = await again(member)
    expect(await after.call(api.contractGet)).toMatchObject({
      status: 'ported_out',
      endsOn: '2026-11-20',
    })
    expect((await after.call(api.statusCancelStateGet)).bookings).toMatchObject([
      { state: 'replaced' },
    ])
  })

  test('番号を申し込むとき、解約を予約していれば、最終利用日までに使うよう伝える', async () => {
    const member = await makeOne()
    const lineId = member.lineIds[0] ?? ''
    const ask = () => member.call(api.portOutPaymentGet, { query: { lineId } })
    expect((await ask()).notices.join()).not.toContain('解約を予約しています')
    await cancel(member)
    expect((await ask()).notices.join()).toContain(
      '解約を予約しています。最終利用日の2026年11月30日（月）までに転出を済ませてください。',
    )
  })
})
