import { describe, expect, test } from 'vitest'
import { datesFrom, tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { giveBucket, giveUsage, refusalOf } from '#tests/api/data-facts.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { setContract, setRows } from '#tests/api/rows.ts'
import { everyPage } from '#portal/mypage/export/every-page.ts'

type Member = Awaited<ReturnType<typeof makeMember>>

const harness = await useHarness('2026-11-20T08:00:00+09:00')
let suzuki: Member
const lineOf = (index: number) => suzuki.lineIds[index] ?? ''

/** A share course of three, and its use of three weeks as the carrier reports it. */
suzuki = await makeMember(harness, {
  loginId: 'suzuki',
  planCode: 40,
  course: 'share',
  startedOn: '2026-10-28',
  lines: [{ profile: 'commuter' }, { profile: 'light' }, { kind: 'data', profile: 'heavy-child' }],
})
await harness.walkTo('2026-11-20T10:00:00+09:00')
// The hours in between have ended the session.
suzuki = { ...suzuki, ...(await harness.signIn('suzuki')) }

async function carrierTotal(index: number, month: string) {
  const answer = await harness.services.carrier.usageTotal(`ref-${lineOf(index)}`, month)
  if (answer.kind !== 'accepted') throw new Error('the carrier did not answer')
  return answer.value
}

describe('データ利用量', () => {
  test('契約全体は回線の合計で、回線設備の記録と1バイトも違わない', async () => {
    const usage = await suzuki.call(api.statusUsageGet)
    const totals = await Promise.all([0, 1, 2].map((index) => carrierTotal(index, '2026-11')))
    expect(usage.lines.map(({ thisMonth }) => thisMonth.highSpeedBytes)).toEqual(
      totals.map((total) => total.highBytes),
    )
    expect(usage.lines.map(({ thisMonth }) => thisMonth.lowSpeedBytes)).toEqual(
      totals.map((total) => total.lowBytes),
    )
    const sum = (bytes: readonly number[]) => bytes.reduce((all, one) => all + one, 0)
    expect(usage.thisMonth.highSpeedBytes).toBe(sum(totals.map((total) => total.highBytes)))
    expect(sum(usage.days.map((day) => day.highSpeedBytes))).toBe(
      sum(usage.months.map((month) => month.highSpeedBytes)),
    )
    expect(usage.thisMonth.highSpeedBytes).toBeGreaterThan(1_000_000_000)
  })

  test('月ごとに使えた量は、今月なら使った量と残りの合計で、頼まれたときだけ数える', async () => {
    const { totalBytes } = await suzuki.call(api.highSpeedResidualGet)
    const { months } = await suzuki.call(api.statusUsageGet, { query: { usable: 'true' } })
    const [october, november] = months.slice(-2)
    expect(november?.usableBytes).toBe(totalBytes + (november?.highSpeedBytes ?? 0))
    // It began in October: nothing was left from before, and what was not used then is part of November.
    expect(october?.usableBytes).toBe(october?.grantedBytes)
    expect(november?.usableBytes).toBe(
      (october?.grantedBytes ?? 0) - (october?.highSpeedBytes ?? 0) + (november?.grantedBytes ?? 0),
    )
    const plain = await suzuki.call(api.statusUsageGet)
    expect(plain.months.at(-1)?.usableBytes).toBeUndefined()
  })

  test('31日と13か月を、古い順に、きょうと今月を最後に速報として並べる。ご利用開始の前は並べない', async () => {
    const usage = await suzuki.call(api.statusUsageGet)
    expect(usage.days).toHaveLength(24)
    expect([usage.days[0]?.date, usage.days.at(-1)?.date]).toEqual(['2026-10-28', '2026-11-20'])
    expect(usage.days.filter((day) => day.provisional).map((day) => day.date)).toEqual([
      '2026-11-20',
    ])
    expect(usage.today).toEqual(usage.days.at(-1))
    expect(usage.months.map(({ month, provisional }) => [month, provisional])).toEqual([
      ['2026-10', false],
      ['2026-11', true],
    ])
    expect(usage.thisMonth.grantedBytes).toBe(30_000_000_000)
    expect(usage.asOf).toBe('2026-11-20T10:00:00+09:00')
  })

  test('1回線だけを見ると、その回線の数字になる', async () => {
    const all = await suzuki.call(api.statusUsageGet)
    const child = await suzuki.call(api.statusUsageGet, { query: { lineId: lineOf(2) } })
    expect(child.lines).toHaveLength(1)
    expect(child.thisMonth).toEqual(all.lines[2]?.thisMonth)
    expect(child.days).toEqual(all.lines[2]?.days)
  })

  test('月末の見込みに幅とすることが添えられ、今月の利用より少なくはならない', async () => {
    const { forecast, thisMonth } = await suzuki.call(api.statusUsageGet)
    if (forecast === undefined) throw new Error('no forecast')
    expect(forecast.lowBytes).toBeLessThanOrEqual(forecast.expectedBytes)
    expect(forecast.expectedBytes).toBeLessThanOrEqual(forecast.highBytes)
    expect(forecast.lowBytes).toBeGreaterThanOrEqual(thisMonth.highSpeedBytes)
    expect(forecast.advice.message).toMatch(/。$/)
  })

  test('終わったご契約の31日と13か月は最後の日までで、暫定値はない', async () => {
    const { contractId, lineIds, call } = await makeMember(harness, {
      loginId: 'over',
      startedOn: '2026-08-15',
      lines: [{ status: 'ended' }],
    })
    const lastDay = tokyoDate('2026-10-31')
    await setContract(harness, contractId, { status: 'terminated', ends_on: lastDay })
    const lineId = lineIds[0] ?? ''
    await giveUsage(harness, { contractId, lineId, day: lastDay, highBytes: 100_000_000 })
    const { days, months, lines } = await call(api.statusUsageGet)
    expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2026-10-01', '2026-10-31'])
    expect(days.at(-1)).toMatchObject({ highSpeedBytes: 100_000_000, provisional: false })
    expect(months.map(({ month, provisional }) => [month, provisional])).toEqual([
      ['2026-08', false],
      ['2026-09', false],
      ['2026-10', false],
    ])
    expect(lines[0]?.days).toEqual(days)
  })

  test('平均は、ここでもデータ容量の変更でも、同じ数え方の同じ値（高速データ通信だけ）', async () => {
    const member = await makeMember(harness, { loginId: 'average', startedOn: '2026-08-15' })
    const { db } = harness.database
    await db
      .insertInto('usage_day')
      .values(
        ['2026-08-20', '2026-09-10', '2026-10-31', '2026-11-01'].map((day, n) => ({
          contract_id: member.contractId,
          line_id: member.lineIds[0] ?? '',
          day: tokyoDate(day),
          high_bytes: (n + 1) * 1_000_000_000,
          low_bytes: 700_000_000,
          as_of: harness.clock.now(),
        })),
      )
      .execute()
    const usage = await member.call(api.statusUsageGet)
    const sizes = await member.call(api.couponListGet)
    expect(usage.averageUse).toEqual({ months: 2, highSpeedBytes: 2_500_000_000 })
    expect(sizes.averageUse).toEqual(usage.averageUse)
  })

  test('見込みは、オンの回線とこれからも続く回線だけを数え、使い切ったら何も言わない', async () => {
    const member = await makeMember(harness, {
      loginId: 'ahead',
      planCode: 20,
      course: 'share',
      startedOn: '2026-10-01',
      lines: [{}, {}, { status: 'ended' }],
    })
    const { contractId } = member
    await giveBucket(harness, contractId, { grantedBytes: 10e9, remainingBytes: 2e9 })
    for (const lineId of member.lineIds)
      for (const date of datesFrom(tokyoDate('2026-11-01'), tokyoDate('2026-11-19')))
        await giveUsage(harness, { contractId, lineId, day: date, highBytes: 100_000_000 })
    const update = harness.database.db.updateTable('line').set({ high_speed_on: false })
    await update.where('line_id', '=', member.lineIds[1] ?? '').execute()
    const { forecast, thisMonth } = await member.call(api.statusUsageGet)
    expect(thisMonth.highSpeedBytes).toBe(5_700_000_000)
    // Eleven days of the one line; October without any use is nineteen days of weight beside it.
    const ahead = (forecast?.expectedBytes ?? 0) - 5_700_000_000
    expect(ahead).toBeGreaterThan(0)
    expect(ahead).toBeLessThan(1_100_000_000)
    expect(forecast?.advice.action).not.toBe('smallerSize')

    await setRows(harness, 'data_bucket', { remaining_bytes: 0 }, { contract_id: contractId })
    expect(await member.call(api.statusUsageGet)).not.toHaveProperty('forecast')
  })

  test('ほかの人の回線は404', async () => {
    const other = await makeMember(harness, { loginId: 'other' })
    const query = { lineId: lineOf(0) }
    const range = { from: '2026-11-01', to: '2026-11-20' }
    const refusals = await Promise.all([
      refusalOf(other.call(api.statusUsageGet, { query })),
      refusalOf(other.call(api.packetLogGet, { query: { ...query, ...range } })),
      refusalOf(other.call(api.highSpeedHistoryGet, { query })),
    ])
    expect(refusals.map((one) => one.httpStatus)).toEqual([404, 404, 404])
  })
})

describe('利用明細', () => {
  const range = { from: '2026-11-01', to: '2026-11-20' }

  test('続きを最後までたどると、1件も重ならず欠けず、合計に等しい', async () => {
    const rows = await everyPage((cursor) =>
      suzuki.call(api.packetLogGet, {
        query: { lineId: lineOf(0), ...range, limit: 50, ...(cursor && { cursor }) },
      }),
    )
    const total = await carrierTotal(0, '2026-11')
    expect(rows).toHaveLength(total.records)
    expect(new Set(rows.map((row) => row.from)).size).toBe(rows.length)
    expect(rows.map((row) => row.from)).toEqual(
      rows.map((row) => row.from).toSorted((a, b) => (a < b ? 1 : -1)),
    )
    expect(rows.reduce((sum, row) => sum + row.highSpeedBytes, 0)).toBe(total.highBytes)
  })

  test('合計は表示した範囲全体のもの。きょうの分だけが速報', async () => {
    const page = await suzuki.call(api.packetLogGet, {
      query: { lineId: lineOf(0), ...range, limit: 5 },
    })
    expect(page.rows).toHaveLength(5)
    const total = await carrierTotal(0, '2026-11')
    expect(page.totalHighSpeedBytes).toBe(total.highBytes)
    expect(page.rows.every((row) => row.provisional === row.from.startsWith('2026-11-20'))).toBe(
      true,
    )
    const yesterday = await suzuki.call(api.packetLogGet, {
      query: { lineId: lineOf(0), from: '2026-11-19', to: '2026-11-19' },
    })
    expect(yesterday.rows.filter((row) => row.provisional)).toEqual([])
  })

  test('期間が逆・長すぎる・続きの位置がでたらめなら、どこを直すかを言う', async () => {
    const ask = (more: object) =>
      refusalOf(suzuki.call(api.packetLogGet, { query: { lineId: lineOf(0), ...range, ...more } }))
    expect(await ask({ from: '2026-11-20', to: '2026-11-19' })).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { to: ['終了日は、開始日と同じ日かあとの日にしてください。'] },
    })
    expect(await ask({ from: '2024-01-01' })).toMatchObject({
      fields: { to: ['一度に表示できるのは400日分までです。期間を短くしてください。'] },
    })
    expect(await ask({ cursor: 'e30' })).toMatchObject({
      fields: { cursor: ['続きの位置が正しくありません。最初から開き直してください。'] },
    })
    const outOfTime = Buffer.from('["yesterday"]').toString('base64url')
    expect(await ask({ cursor: outOfTime })).toMatchObject({ httpStatus: 400 })
    expect(await ask({ from: '2026-02-30' })).toMatchObject({ httpStatus: 400 })
  })
})

describe('付与と利用の記録', () => {
  /** Every row, page after page. */
  async function historyOf(query: { month?: string; lineId?: string; bucketId?: string }) {
    return everyPage((cursor) =>
      suzuki.call(api.highSpeedHistoryGet, {
        query: { ...query, limit: 200, ...(cursor && { cursor }) },
      }),
    )
  }

  test('どの行の残高も、それより古い行の合計に等しく、先頭はいまの残量', async () => {
    const rows = await historyOf({})
    let balance = 0
    for (const row of rows.toReversed()) {
      balance += row.bytes
      expect(row.balanceBytes).toBe(balance)
    }
    const residual = await suzuki.call(api.highSpeedResidualGet)
    expect(rows[0]?.balanceBytes).toBe(residual.totalBytes)
    expect(rows.filter((row) => row.kind === 'grant')).toMatchObject([
      { label: '11月の基本データ容量の付与', bytes: 30_000_000_000, bucketId: 'base_2026-11' },
    ])
    expect(residual.usedThisMonthBytes).toBe(30_000_000_000 - residual.totalBytes)
  })

  test('月、回線、払った内訳で絞れる。残高は絞っても変わらない', async () => {
    const all = await historyOf({})
    const child = await historyOf({ lineId: lineOf(2), month: '2026-11' })
    expect(child.length).toBeGreaterThan(0)
    expect(child).toEqual(all.filter((row) => row.line?.lineId === lineOf(2)))
    expect(await historyOf({ bucketId: 'base_2026-11' })).toEqual(all)
    expect(await historyOf({ bucketId: 'base_2026-10' })).toEqual([])
    expect(await historyOf({ month: '2026-10' })).toEqual([])
  })
})
