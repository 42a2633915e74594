import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changeContract, changeLine } from '#backend/contract/change.ts'
import { billOf } from '#domain/billing/bill.ts'
import { priceRows } from '#domain/catalogue/figure.ts'
import { createPriceBook, publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { insertCall } from '#tests/api/calls.ts'
import { makeMember } from '#tests/api/members.ts'
import { makeRandomContracts } from '#tests/api/random-contracts.ts'
import { rowsOf, setContract } from '#tests/api/rows.ts'
import { asStored, storedBill } from '#tests/api/stored-bill.ts'
import { tries } from '#tests/tries.ts'
import { billedMonth } from './queries/billed-month.ts'
import { loadBillFacts } from './queries/bill-facts.ts'
import { closeStatement } from './bulk/close-statement.ts'
import { closeMonth, planBySets, repairFailures } from './bulk/close-month.ts'

const harness = await useHarness()

const november = billedMonth(tokyoMonth('2026-11'), publishedPrices)
const closedAt = instant('2026-12-01T06:05:00+09:00')
const close = (month = november, partContracts = 5000) =>
  closeMonth((work) => harness.database.db.transaction().execute(work), month, {
    now: () => closedAt,
    partContracts,
    workers: 2,
  })

/** The bill of a contract for a month, in the form of `asStored`. */
const billIn = (contractId: string, { month } = november) => storedBill(harness, contractId, month)

let serial = 0
const member = () => makeMember(harness, { loginId: `billed-${(serial += 1)}` })

describe('月の締め', () => {
  test('どんな契約でも、締めた請求は計算のもとから求めた請求と1円も違わない', async () => {
    const { db } = harness.database
    const ids = await makeRandomContracts(harness, {
      count: tries({ usually: 60, long: 600 }),
      month: november.month,
      fixedAt: closedAt,
    })
    await close(november, 7)
    let bills = 0
    for (const contractId of ids) {
      const pure = billOf(await loadBillFacts(db, contractId, november), november.book)
      expect(await billIn(contractId)).toEqual(asStored(pure))
      if (pure) bills += 1
    }
    expect(bills).toBeGreaterThan(45)
    const failures = await rowsOf(harness, 'close_failure', '*')
    expect(failures).toEqual([])
  })

  test('0時から数える容量が、0時すぎのほかの変更のあとに書かれても、締めた請求は画面と同じ容量の額', async () => {
    const { db } = harness.database
    const month = billedMonth(tokyoMonth('2026-12'), publishedPrices)
    const midnight = instant('2026-12-01T00:00:00+09:00')
    const larger = await member()
    const smaller = await member()
    await setContract(harness, smaller.contractId, { plan_code: 18 })
    for (const [{ contractId }, plan] of [
      [larger, 18],
      [smaller, 13],
    ] as const) {
      const at = (ms: number) => ({
        actor: 'system' as const,
        now: midnight.add({ milliseconds: ms }),
      })
      await changeContract(db, contractId, { ends_on: tokyoDate('2026-12-31') }, at(64))
      const task = { ...at(300_000), countsFrom: midnight }
      await changeContract(db, contractId, { plan_code: plan }, task)
    }
    await close(month)
    // 1,480 × 1.1 + 3.3 = 1,631; 3 GB: 1,080 × 1.1 + 3.3 = 1,191
    expect(await billIn(larger.contractId, month)).toMatchObject({ totalYen: 1631 })
    expect(await billIn(smaller.contractId, month)).toMatchObject({ totalYen: 1191 })
  })

  test('前の月のうちに切り替わった回線の種類が、月が替わってから届いても、締めた請求はその種類の額', async () => {
    const { db } = harness.database
    const month = billedMonth(tokyoMonth('2026-12'), publishedPrices)
    const { contractId, lineIds } = await member()
    const lineId = lineIds[0] ?? ''
    const change = (at: string, to: Parameters<typeof changeLine>[2]) =>
      changeLine(db, { contractId, lineId }, to, { actor: 'carrier', now: instant(at) })
    await change('2026-12-01T00:05:00+09:00', { malware_block: true })
    await change('2026-11-30T23:50:00+09:00', { kind: 'data' })
    // What happened before the switch is reported after it: the line was no data line then.
    await change('2026-11-30T23:40:00+09:00', { status: 'active' })
    await db.deleteFrom('month_close').where('month', '=', month.month).execute()
    await close(month)
    expect(await billIn(contractId, month)).toMatchObject({ totalYen: 748 })
    const pure = billOf(await loadBillFacts(db, contractId, november), november.book)
    expect(pure?.lines.map((line) => line.row?.key)).toContain('plan.13.voice')
  })

  test('もう一度締めても、二人で同時に締めても、請求は1通のまま', async () => {
    const month = billedMonth(tokyoMonth('2026-10'), publishedPrices)
    await Promise.all([close(month, 3), close(month, 3), close(month, 4)])
    const before = await rowsOf(harness, 'bill', '*', { month: month.month })
    await close(month)
    const after = await rowsOf(harness, 'bill', '*', { month: month.month })
    expect(after).toEqual(before)
    expect(new Set(before.map((bill) => bill.contract_id)).size).toBe(before.length)
  })

  test('進みは部ごとに伝わり、減ることなく全件になる', async () => {
    const month = billedMonth(tokyoMonth('2026-06'), publishedPrices)
    const counts: number[] = []
    const { contractsInAll } = await closeMonth(
      (work) => harness.database.db.transaction().execute(work),
      month,
      { now: () => closedAt, partContracts: 5, onProgress: (at) => counts.push(at.contractsDone) },
    )
    expect(contractsInAll).toBeGreaterThan(50)
    const steps = counts.map((done, n) => done - (counts[n - 1] ?? 0))
    expect(steps.slice(0, -2).every((step) => step === 5)).toBe(true)
    expect(counts.at(-1)).toBe(contractsInAll)
  })

  test('一人が途中で倒れても、その部はもう一人が締め、1件も残らない', async () => {
    const month = billedMonth(tokyoMonth('2026-05'), publishedPrices)
    const { db } = harness.database
    let calls = 0
    const failing = closeMonth(
      (work) => {
        calls += 1
        const isLost = calls === 3
        return db.transaction().execute(async (tx) => {
          const done = await work(tx)
          if (isLost) throw new Error('lost')
          return done
        })
      },
      month,
      { now: () => closedAt, partContracts: 5, workers: 2 },
    )
    await expect(failing).rejects.toThrow('lost')
    const [closed] = await rowsOf(harness, 'month_close', '*', { month: month.month })
    const bills = await rowsOf(harness, 'bill', ['contract_id'], { month: month.month })
    expect(closed).toMatchObject({ finished_at: closedAt })
    expect(await rowsOf(harness, 'month_close_part', '*')).toEqual([])
    await db.deleteFrom('month_close').where('month', '=', month.month).execute()
    await close(month)
    expect(await rowsOf(harness, 'bill', ['contract_id'], { month: month.month })).toEqual(bills)
  })

  test.each([
    ['plan.25.voice', '2026-09-01'],
    ['share.sms', '2026-09-01'],
    ['option.voicemail', '2026-09-01'],
    ['oneOff.initialCancellation', '2026-09-30'],
    ['fee.universal', '2026-09-30'],
  ])('料金表に %s の行がなければ、何も書かずに、その行を名指しして断る', async (missing, day) => {
    const month = billedMonth(
      tokyoMonth('2026-09'),
      createPriceBook(priceRows.filter(({ key }) => key !== missing)),
    )
    await expect(close(month)).rejects.toThrow(`${missing} on ${day}`)
    const begun = await rowsOf(harness, 'month_close', ['month'], { month: month.month })
    expect(begun).toEqual([])
  })

  test('表の統計が古くても、契約の数の二乗の手間になる読み方をしない', async () => {
    const ids = Array.from({ length: 5000 }, (_, n) => `ctr-${n}`).toSorted()
    const loops = (isSetByset: boolean) =>
      harness.database.db.transaction().execute(async (tx) => {
        if (isSetByset) await planBySets(tx)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain ${closeStatement(november, ids, closedAt)}`.execute(tx)
        return nestedReadings(rows.map((row) => row['QUERY PLAN']))
      })
    expect(await loops(false)).toContain('size')
    expect(await loops(true)).toEqual([])
  })

  test('税率が月の途中で変わると、通話は始まった日の税率ごとに分かれる', async () => {
    const taxes = [
      { percent: 10, validFrom: tokyoDate('2019-10-01'), validTo: tokyoDate('2026-07-15') },
      { percent: 12, validFrom: tokyoDate('2026-07-16'), validTo: undefined },
    ]
    const month = billedMonth(tokyoMonth('2026-07'), createPriceBook(priceRows, taxes))
    const { contractId, lineIds } = await member()
    const lineId = lineIds[0] ?? ''
    for (const [at, units] of [
      ['2026-07-15T23:59:00+09:00', 3],
      ['2026-07-16T00:00:00+09:00', 5],
    ] as const) {
      const startedAt = instant(at)
      await insertCall(harness, { contractId, lineId, units, startedAt, receivedAt: startedAt })
    }
    await close(month)
    const stored = await billIn(contractId, month)
    const pure = billOf(await loadBillFacts(harness.database.db, contractId, month), month.book)
    expect(stored).toEqual(asStored(pure))
    // 3 × 22; 1,080 × 1.12 + 5 × 22 + 3.3 = 1,322.9, the numbers' fees being of the last day.
    expect(stored?.rates.map(([percent, total]) => [percent, total])).toEqual([
      [12, 1322],
      [10, 66],
    ])
  })

  test('消費税の行がなければ、何も書かずに断る', async () => {
    const month = billedMonth(tokyoMonth('2026-09'), createPriceBook(priceRows, []))
    await expect(close(month)).rejects.toThrow('tax.standard on 2026-09-01')
    const begun = await rowsOf(harness, 'month_close', ['month'], { month: month.month })
    expect(begun).toEqual([])
  })

  test('作れない請求は、その契約だけが理由とともに残り、直せばあとから作れる', async () => {
    const month = billedMonth(tokyoMonth('2026-08'), publishedPrices)
    const { db } = harness.database
    const good = await member()
    const bad = await member()
    await setContract(harness, bad.contractId, { plan_code: 99 })
    await close(month)
    expect(await billIn(good.contractId, month)).toMatchObject({ totalYen: 1191 })
    expect(await billIn(bad.contractId, month)).toBeUndefined()
    expect(await repairFailures(db, month, closedAt)).toEqual([
      {
        contractId: bad.contractId,
        reason: expect.stringContaining('null value'),
        isRepaired: false,
      },
    ])
    await setContract(harness, bad.contractId, { plan_code: 13 })
    expect(await repairFailures(db, month, closedAt)).toMatchObject([
      { contractId: bad.contractId, isRepaired: true },
    ])
    expect(await billIn(bad.contractId, month)).toMatchObject({ totalYen: 1191 })
    expect(await repairFailures(db, month, closedAt)).toEqual([])
  })

  test('締めた請求でも、同じ種類の料金は、どの画面とも同じく回線の順に並ぶ', async () => {
    const month = billedMonth(tokyoMonth('2027-06'), publishedPrices)
    const made = []
    for (const loginId of ['ordered-1', 'ordered-2'])
      made.push(
        await makeMember(harness, {
          loginId,
          planCode: 20,
          course: 'share',
          lines: Array.from({ length: 5 }, () => ({})),
        }),
      )
    await close(month)
    const inOrder = async ({ contractId }: { contractId: string }) => {
      const lines = await rowsOf(
        harness,
        'bill_line',
        ['line_id'],
        { contract_id: contractId, month: month.month, kind: 'shareLine' },
        'position',
      )
      return lines.map(({ line_id }) => line_id)
    }
    expect(await Promise.all(made.map(inOrder))).toEqual(
      made.map(({ lineIds }) => lineIds.slice(1)),
    )
  })
})

/** Sets with rows for each contract that the plan walks through once for each row of another. */
function nestedReadings(plan: readonly string[]): string[] {
  const depth = (line: string) => line.search(/\S/)
  return plan.flatMap((line, n) => {
    if (!/->\s+Nested Loop/.test(line)) return []
    const below = plan.slice(n + 1)
    const end = below.findIndex((other) => /->/.test(other) && depth(other) <= depth(line))
    const sides = below
      .slice(0, end === -1 ? undefined : end)
      .filter((other) => depth(other) === depth(line) + 6)
    const inner = sides.at(-1) ?? ''
    return [...inner.matchAll(/CTE Scan on (due|present|served|head|size)\b/g)].map(
      ([, name]) => name ?? '',
    )
  })
}
