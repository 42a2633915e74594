import { describe, expect, test } from 'vitest'
import type { CallRecord } from '#backend/ports/carrier.ts'
import { createLog } from '#backend/log.ts'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { instant } from '#domain/tokyo.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { importCalls } from './commands/import-calls.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { rateCall } from './queries/rate-call.ts'
import { addRow } from '#tests/api/rows.ts'
import { everyPage } from '#portal/mypage/export/every-page.ts'

type Member = Awaited<ReturnType<typeof makeMember>>

const harness = await useHarness('2026-11-20T08:00:00+09:00')
let member: Member
const range = { from: '2026-11-01', to: '2026-11-20' }

/** A family's voice line, and its calls of nineteen days as the carrier reports them. */
member = await makeMember(harness, {
  loginId: 'talker',
  startedOn: '2026-11-01',
  lines: [{ profile: 'family' }, { kind: 'data', profile: 'family' }],
  planCode: 20,
  course: 'share',
})
await harness.walkTo('2026-11-20T10:00:00+09:00')
member = { ...member, ...(await harness.signIn('talker')) }
const lineId = member.lineIds[0] ?? ''

/** Everything the carrier has handed out, each record once. */
async function carrierCalls(): Promise<CallRecord[]> {
  const answer = await harness.services.carrier.calls('', 100_000)
  if (answer.kind !== 'accepted') throw new Error('the carrier did not answer')
  const own = answer.value.rows.filter((record) => record.lineRef === `ref-${lineId}`)
  return [...new Map(own.map((record) => [record.recordId, record])).values()]
}

const importAgain = () =>
  importCalls(
    {
      database: harness.database,
      sealing: harness.services.sealing,
      book: publishedPrices,
      carrier: harness.services.carrier,
      log: createLog('silent'),
    },
    harness.clock.now(),
  )

const joinTenMinuteCalls = (joinedAt: Temporal.Instant) =>
  addRow(harness, 'option_period', {
    contract_id: member.contractId,
    period_id: 'period-1',
    line_id: lineId,
    option_code: 'tenMinuteCalls',
    joined_at: joinedAt,
    to_on: null,
  })

describe('通話とSMSの明細', () => {
  test('回線設備の記録が1件も欠けず重ならず、料金の合計まで合う', async () => {
    const calls = await carrierCalls()
    const log = await member.call(api.callLogGet, { query: { lineId, ...range, limit: 1000 } })
    expect(calls.length).toBeGreaterThan(10)
    expect(new Set(log.rows.map((row) => row.recordId))).toEqual(
      new Set(calls.map((call) => call.recordId)),
    )
    expect(log.rows).toHaveLength(calls.length)
    expect(log.total).toBe(calls.length)
    expect(log.totalAmountTenthsYen).toBe(
      calls.reduce((sum, call) => {
        const outcome = rateCall(call, false, publishedPrices)
        return sum + ('rating' in outcome ? outcome.rating.amountTenthsYen : 0)
      }, 0),
    )
    expect(log.totalDurationSeconds).toBe(
      calls.reduce((sum, call) => sum + (call.durationSeconds ?? 0), 0),
    )
  })

  test('新しい順に並び、ページをたどっても同じ', async () => {
    const whole = await member.call(api.callLogGet, { query: { lineId, ...range, limit: 1000 } })
    const rows = await everyPage(async (cursor) => {
      const page = await member.call(api.callLogGet, {
        query: { lineId, ...range, limit: 3, ...(cursor && { cursor }) },
      })
      expect(page.totalAmountTenthsYen).toBe(whole.totalAmountTenthsYen)
      return page
    })
    expect(rows).toEqual(whole.rows)
    const times = rows.map((row) => row.at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('相手の番号は末尾を隠し、どこにも完全な番号を残さない', async () => {
    const { rows } = await member.call(api.callLogGet, { query: { lineId, ...range, limit: 1000 } })
    expect(rows.every((row) => /\*{4}$|^\d{3}$/.test(row.toMasked))).toBe(true)
    const numbers = (await carrierCalls()).map((call) => call.destination)
    const { rows: stored } = await harness.database.pool.query(
      'select row_to_json(call_record)::text as text from call_record',
    )
    const text = stored.map((row) => row.text).join('\n')
    expect(numbers.filter((number) => number.length > 3 && text.includes(number))).toEqual([])
  })

  test('はっきり望んだときだけ、相手の番号をすべて見せる', async () => {
    const query = { lineId, ...range, limit: 1000 }
    const { rows: masked } = await member.call(api.callLogGet, { query })
    expect(masked.every((row) => row.to === undefined)).toBe(true)
    const { rows } = await member.call(api.callLogGet, { query: { ...query, unmasked: true } })
    const numbers = new Map((await carrierCalls()).map((call) => [call.recordId, call.destination]))
    expect(rows.map((row) => row.to)).toEqual(rows.map((row) => numbers.get(row.recordId)))
  })

  test('パスワードだけのログインでは、相手の番号をすべて見ることはできない', async () => {
    const { call } = await harness.signIn('talker', harness.clock.now(), false)
    const query = { lineId, ...range, limit: 10 }
    expect((await call(api.callLogGet, { query })).rows).toHaveLength(10)
    const whole = call(api.callLogGet, { query: { ...query, unmasked: true } })
    expect(await codeOf(whole)).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('番号をすべて見たことは、回線と期間とともに監査の記録に残る。隠したままなら残らない', async () => {
    const shown = async () =>
      (
        await harness.database.db
          .selectFrom('audit_entry')
          .select(['actor', 'target', 'details'])
          .where('chain', '=', member.contractId)
          .where('action', '=', 'call-numbers-shown')
          .orderBy('position')
          .execute()
      ).map(({ actor, target, details }) => [actor, target, details['paper'], details['from']])
    const before = await shown()
    const query = { lineId, ...range, limit: 10 }
    await member.call(api.callLogGet, { query })
    expect(await shown()).toEqual(before)
    await member.call(api.callLogGet, { query: { ...query, unmasked: true } })
    const { accountId, contractId } = member
    const asked = { accountId, contractId, lineId, ...range }
    await harness.services.printCalls(asked)
    await harness.services.printCalls({ ...asked, unmasked: true })
    expect((await shown()).slice(before.length)).toEqual([
      ['member', lineId, 'screen', range.from],
      ['member', lineId, 'pdf', range.from],
    ])
  })

  test('1件ごとに、料金の行とその日付、秒から円までの計算、10分かけ放題の扱いを示す', async () => {
    const { rows } = await member.call(api.callLogGet, { query: { lineId, ...range, limit: 1000 } })
    const voice = rows.find((row) => row.kind === 'voice' && row.amountTenthsYen > 0)
    const units = (voice?.amountTenthsYen ?? 0) / 220
    expect(voice?.reckoning).toEqual([
      '国内通話料 30秒ごとに22円（2019年10月1日からの料金）',
      `${voice?.durationSeconds}秒を30秒ごとに数えて${units}、22円 × ${units} = ${units * 22}円（税込）`,
      expect.stringContaining('10分かけ放題'),
    ])
  })

  test('どう計算したかと、きょうの分が速報であることを添える', async () => {
    const { rows } = await member.call(api.callLogGet, { query: { lineId, ...range, limit: 1000 } })
    const voice = rows.find((row) => row.kind === 'voice')
    const units = (voice?.amountTenthsYen ?? 0) / 220
    expect(voice?.explanation).toBe(`22円 × ${units}（30秒ごと、税込）`)
    expect(rows.every((row) => row.provisional === row.at.startsWith('2026-11-20'))).toBe(true)
  })

  test('海外への通話は、料金表のその国の行で、消費税対象外で載る', async () => {
    const record: CallRecord = {
      recordId: 'v-abroad',
      lineRef: `ref-${lineId}`,
      kind: 'voice',
      startedAt: '2026-11-20T09:00:00+09:00',
      durationSeconds: 61,
      characters: null,
      destination: '+821055501234',
      destinationKind: 'abroad',
      viaTalk: false,
      revision: 1,
    }
    const { carrier } = harness.services
    await joinTenMinuteCalls(instant('2026-11-01T00:00:00+09:00'))
    await importCalls(
      {
        database: harness.database,
        book: publishedPrices,
        carrier: {
          ...carrier,
          calls: async (nextCursor) => ({
            kind: 'accepted',
            value: { rows: [record], nextCursor, more: false, through: '' },
          }),
        },
        log: createLog('silent'),
        sealing: harness.services.sealing,
      },
      harness.clock.now(),
    )
    const { rows } = await member.call(api.callLogGet, { query: { lineId, ...range, limit: 1000 } })
    expect(rows.find(({ recordId }) => recordId === 'v-abroad')).toEqual({
      recordId: 'v-abroad',
      at: '2026-11-20T09:00:00+09:00',
      kind: 'voiceAbroad',
      toMasked: '+82105550-****',
      durationSeconds: 61,
      amountTenthsYen: 990,
      tax: 'outOfScope',
      explanation: '33円 × 3（30秒ごと、海外あて、消費税対象外）',
      reckoning: [
        '国際電話（韓国） 30秒ごとに33円（2019年10月1日からの料金）',
        '61秒を30秒ごとに数えて3、33円 × 3 = 99円（消費税対象外）',
        '10分かけ放題の対象になる国内通話ではありません。',
      ],
      provisional: true,
    })
    await harness.database.pool.query(`delete from call_record where record_id = 'v-abroad'`)
    await harness.database.pool.query('delete from option_period')
  })

  test('2つの取り込みが同時に走っても、もう一度走っても、増えない', async () => {
    const count = async () =>
      (await harness.database.pool.query('select count(*)::int as n from call_record')).rows[0]
    const before = await count()
    await harness.database.pool.query(`update import_cursor set cursor = '' where source = 'calls'`)
    await Promise.all([importAgain(), importAgain()])
    await importAgain()
    expect(await count()).toEqual(before)
  })

  test('月ごとの区画に入り、受け皿には残らない', async () => {
    const { rows } = await harness.database.pool.query(
      `select tableoid::regclass::text as part, count(*)::int from call_record group by 1`,
    )
    expect(rows.map((row) => row.part)).toEqual(['call_record_2026_11'])
  })

  test('まだ知らない回線の記録も捨てず、回線が分かったら加える', async () => {
    const late = await makeMember(harness, {
      loginId: 'late',
      startedOn: '2026-11-01',
      lines: [{ profile: 'family' }],
    })
    const lateLine = late.lineIds[0] ?? ''
    await harness.database.pool.query(`update line set carrier_ref = 'other' where line_id = $1`, [
      lateLine,
    ])
    await importAgain()
    const query = { lineId: lateLine, ...range, limit: 1000 }
    expect((await late.call(api.callLogGet, { query })).rows).toEqual([])
    await harness.database.pool.query(`update line set carrier_ref = $2 where line_id = $1`, [
      lateLine,
      `ref-${lateLine}`,
    ])
    await importAgain()
    const log = await late.call(api.callLogGet, { query })
    expect(log.rows.length).toBeGreaterThan(10)
    const { rows } = await harness.database.pool.query('select count(*)::int as n from call_stray')
    expect(rows[0]).toEqual({ n: 0 })
  })

  test('データ専用の回線には通話がなく、ほかの人の回線は404', async () => {
    const dataLine = member.lineIds[1] ?? ''
    const empty = await member.call(api.callLogGet, { query: { lineId: dataLine, ...range } })
    expect(empty).toMatchObject({ rows: [], total: 0, totalAmountTenthsYen: 0 })
    const other = await makeMember(harness, { loginId: 'stranger' })
    const ask = other.call(api.callLogGet, { query: { lineId, ...range } })
    expect(await refusalOf(ask)).toMatchObject({ httpStatus: 404 })
  })
})
