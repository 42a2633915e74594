import { afterEach, describe, expect, test } from 'vitest'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { billed } from '#tests/api/debts.ts'
import { makeMember } from '#tests/api/members.ts'
import { openOrder } from '#tests/api/orders.ts'
import { addRow, setContract, setRows } from '#tests/api/rows.ts'
import { bookSize } from '#tests/api/sizes.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
afterEach(() => harness.clock.set(START))

type Member = Awaited<ReturnType<typeof makeMember>>
const datesOf = async (member: Pick<Member, 'call'>) => {
  const { deadlines } = await member.call(api.deadlinesGet)
  return deadlines.map(({ kind, at, on, urgent }) => [kind, at, on, urgent])
}

describe('締め切りと期限', () => {
  test('何もしていない方にも、締め切りとお支払い日がある', async () => {
    const member = await makeMember(harness, { loginId: 'plain' })
    expect(await datesOf(member)).toEqual([
      ['cutOff', '2026-11-29T12:00:00+09:00', '2026-11-29', false],
      ['charge', '2026-12-07', '2026-12-07', false],
    ])
  })

  test('予約の取り消し期限と適用日、24時の期限はその日のうちに数える', async () => {
    const member = await makeMember(harness, { loginId: 'booked' })
    const { conditions } = await member.call(api.simCancelPaymentGet)
    await member.call(api.simCancelReservePost, { body: { conditions, agreed: true } })
    expect(await datesOf(member)).toEqual([
      ['undoLimit', '2026-11-29', '2026-11-29', false],
      ['termination', '2026-11-30', '2026-11-30', false],
      ['charge', '2026-12-07', '2026-12-07', false],
    ])
    harness.clock.set('2026-11-27T00:00:00+09:00')
    const later = await harness.signIn('booked')
    expect((await datesOf(later)).map(([kind, , , urgent]) => [kind, urgent])).toEqual([
      ['undoLimit', true],
      ['termination', true],
      ['charge', false],
    ])
    harness.clock.set('2026-11-30T00:00:00+09:00')
    const last = await harness.signIn('booked')
    expect((await datesOf(last)).map(([kind]) => kind)).toEqual(['termination', 'charge'])
  })

  test('本人確認・データの期限・未払い・初期契約解除の期限も並ぶ', async () => {
    const member = await makeMember(harness, { loginId: 'busy', startedOn: '2026-11-16' })
    const { contractId } = member
    const { db } = harness.database
    const now = harness.clock.now()
    await db.transaction().execute((tx) =>
      openOrder(tx, {
        contractId,
        lineId: member.lineIds[0] ?? '',
        procedure: 'simKindChange',
        event: 'ordered',
        actor: 'member',
        now,
        expectedOn: tokyoDate('2026-11-30'),
      }),
    )
    await setRows(harness, 'procedure_order', { state: 'id_check' }, { contract_id: contractId })
    await addRow(harness, 'data_bucket', {
      contract_id: contractId,
      bucket_id: 'b1',
      kind: 'base',
      base_month: null,
      granted_bytes: 3_000_000_000,
      remaining_bytes: 1_239_999_999,
      granted_at: now,
      expires_at: Temporal.Instant.from('2027-01-01T00:00:00+09:00'),
    })
    await setContract(harness, contractId, {
      unpaid_since: Temporal.Instant.from('2026-11-13T00:00:00+09:00'),
    })
    await billed(harness, contractId, { month: '2026-10', state: 'unpaid' })
    expect(await datesOf(member)).toEqual([
      ['initialCancelEnd', '2026-11-23', '2026-11-23', true],
      ['cutOff', '2026-11-29T12:00:00+09:00', '2026-11-29', false],
      ['suspension', '2026-11-30T23:00:00+09:00', '2026-11-30', false],
      ['identityExpiry', '2026-12-04T10:00:00+09:00', '2026-12-04', false],
      ['charge', '2026-12-07', '2026-12-07', false],
      ['termination', '2026-12-31', '2026-12-31', false],
      ['dataExpiry', '2026-12-31', '2026-12-31', false],
    ])
    const { deadlines } = await member.call(api.deadlinesGet)
    expect(deadlines.find(({ kind }) => kind === 'dataExpiry')?.message).toBe(
      'いま残っている1.23\u00a0GBは、ここまで使えます。',
    )
  })
})

describe('次のお支払い日', () => {
  const chargeOf = async (loginId: string) =>
    (await datesOf(await harness.signIn(loginId))).flatMap(([kind, at]) =>
      kind === 'charge' ? [at] : [],
    )

  test('引き落としの日より前に支払った月は、もう請求の日に並ばず、次の月の日が出る', async () => {
    const paid = await makeMember(harness, { loginId: 'paid-early' })
    const waits = await makeMember(harness, { loginId: 'waits' })
    harness.clock.set('2026-12-03T10:00:00+09:00')
    await billed(harness, paid.contractId, { month: '2026-11', state: 'paid' })
    await billed(harness, waits.contractId, { month: '2026-11', state: 'fixed' })
    expect(await chargeOf('paid-early')).toEqual(['2027-01-07'])
    expect(await chargeOf('waits')).toEqual(['2026-12-07'])
  })

  test('今月使い始めた方には、今月分のお支払い日が出る', async () => {
    harness.clock.set('2026-12-03T10:00:00+09:00')
    await makeMember(harness, { loginId: 'began', startedOn: '2026-12-01' })
    expect(await chargeOf('began')).toEqual(['2027-01-07'])
  })
})

describe('カレンダー', () => {
  test('秘密のアドレスで読め、作り直すと前のアドレスは使えず、やめると読めない', async () => {
    const member = await makeMember(harness, { loginId: 'calendar' })
    const { calendar, database } = harness.services
    const read = (url: string | undefined) =>
      calendar.feed(database.db, url?.match(/calendar\/(.+)\.ics$/)?.[1] ?? '', harness.clock.now())
    expect(await member.call(api.calendarLinkGet)).toEqual({})
    const first = await member.call(api.calendarLinkPost, { body: { action: 'renew' } })
    const feed = await read(first.url)
    expect(feed).toContain('SUMMARY:翌月からのデータ容量変更の締め切り')
    expect(feed).toContain('DTSTART:20261129T030000Z')
    expect(feed).toContain('DTSTART;VALUE=DATE:20261207')
    expect((await member.call(api.calendarLinkGet)).lastReadAt).toBe(START)
    const second = await member.call(api.calendarLinkPost, { body: { action: 'renew' } })
    expect(second.url).not.toBe(first.url)
    expect(await read(first.url)).toBeUndefined()
    expect(await read(second.url)).toContain('DTSTART;VALUE=DATE:20261207')
    await member.call(api.calendarLinkPost, { body: { action: 'remove' } })
    expect(await read(second.url)).toBeUndefined()
  })

  test('読むたびに、同じ日付は同じ名前を持つ', async () => {
    const member = await makeMember(harness, { loginId: 'stable' })
    const ids = async () => (await member.call(api.deadlinesGet)).deadlines.map((d) => d.deadlineId)
    const before = await ids()
    harness.clock.set('2026-11-20T10:20:00+09:00')
    expect(await ids()).toEqual(before)
  })

  test('1つの手続きの日付だけをファイルにできる', async () => {
    const member = await makeMember(harness, { loginId: 'file' })
    const { orderNo } = await bookSize(member, 18)
    const { calendar, database } = harness.services
    const text = await calendar.ofOrders(
      database.db,
      member.contractId,
      [orderNo],
      harness.clock.now(),
    )
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(text).toContain('DTSTART;VALUE=DATE:20261201')
  })
})
