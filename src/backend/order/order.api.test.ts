import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { advanceOrder, openOrder } from '#tests/api/orders.ts'
import { bookSize } from '#tests/api/sizes.ts'

const harness = await useHarness()

describe('お手続きの状況', () => {
  test('予約の詳細：経過、受付番号、確認した内容、次の日付', async () => {
    const member = await makeMember(harness, { loginId: 'detail' })
    const [lineId = ''] = member.lineIds
    await member.call(api.lineNicknamePut, { body: { lineId, nickname: 'むすめ' } })
    const { orderNo } = await bookSize(member, 18)
    const order = await member.call(api.orderGet, { query: { orderNo } })
    expect(order).toMatchObject({
      title: 'データ容量の変更（3GBから8GBへ）',
      state: 'reserved',
      stateLabel: '予約済み',
      tone: 'info',
      final: false,
      next: { label: '適用日', on: '2026-12-01' },
      timeline: [
        { key: 'reserved', position: 'current', at: '2026-11-20T10:00:00+09:00' },
        { key: 'applied', position: 'ahead', expectedOn: '2026-12-01' },
      ],
      receipt: {
        orderNo,
        acceptedAt: '2026-11-20T10:00:00+09:00',
        effectiveOn: '2026-12-01',
        undoUntil: '2026-11-29T12:00:00+09:00',
        calendarPath: `/calendar/order/${orderNo}.ics`,
      },
      confirmedEstimate: {
        lines: [{ lineId, nickname: 'むすめ', number: expect.stringMatching(/^090\d{8}$/) }],
        monthlyBefore: { totalYen: 1191 },
        monthlyAfter: { totalYen: 1631 },
      },
      switchHours: [],
      undoPath: `/mypage/plan/change.html?undo=${orderNo}`,
      actions: { cancel: { allowed: false }, switchOver: { allowed: false } },
    })
    expect(order.identity).toBeUndefined()
    expect(order.actions.cancel.message).toBeUndefined()
  })

  test('取り消した予約は終わりとして残り、先の予定は消える', async () => {
    const member = await makeMember(harness, { loginId: 'undone' })
    const { orderNo } = await bookSize(member, 18)
    await member.call(api.couponCancelPost, { body: { orderNo } })
    const order = await member.call(api.orderGet, { query: { orderNo } })
    expect(order.final).toBe(true)
    expect(order.undoPath).toBeUndefined()
    expect(order.next).toBeUndefined()
    expect(order.timeline.map((step) => [step.key, step.position])).toEqual([
      ['reserved', 'done'],
      ['cancelled', 'done'],
    ])
    const open = await member.call(api.statusApplyStateGet, { query: { only: 'open' } })
    expect(open.rows).toEqual([])
  })

  test('SIMの手続きは、済んだ段階・いまの段階・これからの段階に分かれ、追跡番号がつく', async () => {
    const member = await makeMember(harness, { loginId: 'sim' })
    const orderNo = await harness.database.db.transaction().execute(async (tx) => {
      const now = harness.clock.now()
      const { contractId } = member
      const lineId = member.lineIds[0] ?? ''
      const opened = await openOrder(tx, {
        contractId,
        lineId,
        procedure: 'simReissue',
        event: 'ordered',
        actor: 'member',
        now,
        expectedOn: tokyoDate('2026-11-24'),
        details: { wish: { order: 'reissue', kind: 'voice', simSize: 'nano' } },
      })
      const order = { contractId, orderNo: opened }
      await advanceOrder(tx, order, { event: 'preparation_started', actor: 'carrier', now })
      await advanceOrder(tx, order, {
        event: 'shipped',
        actor: 'carrier',
        now,
        merge: { trackingNo: '123456789012' },
      })
      return opened
    })
    const order = await member.call(api.orderGet, { query: { orderNo } })
    expect(order.timeline.map((step) => [step.key, step.position])).toEqual([
      ['ordered', 'done'],
      ['preparing', 'done'],
      ['shipped', 'current'],
      ['arrived', 'ahead'],
      ['switch_ready', 'ahead'],
      ['switched', 'ahead'],
    ])
    expect(order.tracking).toEqual({ carrierName: '配送会社', trackingNo: '123456789012' })
    expect(order.lines.map((line) => line.lineId)).toEqual(member.lineIds)
    expect(order.actions.cancel).toMatchObject({
      allowed: false,
      reasonCode: 'ORDER_NOT_CANCELLABLE',
    })
  })

  test('一覧は新しい順で、続きから読め、途中で増えてもずれない', async () => {
    const member = await makeMember(harness, { loginId: 'many' })
    const numbers: string[] = []
    for (const plan of [18, 20, 25, 30, 40]) numbers.unshift((await bookSize(member, plan)).orderNo)
    const first = await member.call(api.statusApplyStateGet, { query: { limit: '2' } })
    harness.clock.set('2026-11-20T10:00:01+09:00')
    await bookSize(member, 18)
    const rest = await member.call(api.statusApplyStateGet, {
      query: { limit: '10', cursor: first.nextCursor },
    })
    const seen = [...first.rows, ...rest.rows].map((row) => row.orderNo)
    expect(new Set(seen)).toEqual(new Set(numbers))
    expect(seen).toHaveLength(5)
    expect(rest.nextCursor).toBeUndefined()
  })

  test('ほかの方の手続きは見つからない', async () => {
    const member = await makeMember(harness, { loginId: 'mine' })
    const other = await makeMember(harness, { loginId: 'theirs' })
    const { orderNo } = await bookSize(member, 18)
    expect(await codeOf(other.call(api.orderGet, { query: { orderNo } }))).toBe('NOT_FOUND')
    const lineId = member.lineIds[0] ?? ''
    const rowsOf = (of: Awaited<ReturnType<typeof makeMember>>, wanted: string) =>
      codeOf(of.call(api.statusApplyStateGet, { query: { lineId: wanted } }))
    expect(await rowsOf(member, lineId)).toContain(orderNo)
    expect(await rowsOf(other, lineId)).toBe('NOT_FOUND')
    expect(await rowsOf(other, 'line_unknown')).toBe('NOT_FOUND')
  })
})
