import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changeContract, changeLine } from '#backend/contract/change.ts'
import { billOf, type Bill } from '#domain/billing/bill.ts'
import { priceRows } from '#domain/catalogue/figure.ts'
import { createPriceBook, publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'
import { addRow, rowsOf, setContract, setRows } from '../../../tests/api/rows.ts'
import { makeMember } from '../../../tests/api/members.ts'
import { billedMonth } from './billed-month.ts'
import { loadBillFacts } from './bill-facts.ts'
import { closeStatement } from './close-statement.ts'
import { closeMonth, planBySets, repairFailures } from './month-close.ts'

const harness = await useHarness()

const november = billedMonth(tokyoMonth('2026-11'), publishedPrices)
const closedAt = instant('2026-12-01T06:05:00+09:00')
const close = (month = november, partContracts = 5000) =>
  closeMonth((work) => harness.database.db.transaction().execute(work), month, {
    now: () => closedAt,
    partContracts,
    closers: 2,
  })

/** What stands in the database of a bill, as the pure function would answer it. */
async function storedBill(contractId: string, month = november.month) {
  const { db } = harness.database
  const of = <Query extends { where: (a: 'contract_id', b: '=', c: string) => Query }>(
    query: Query,
  ) => query.where('contract_id', '=', contractId)
  const bill = await of(db.selectFrom('bill').selectAll())
    .where('month', '=', month)
    .executeTakeFirst()
  const lines = await of(db.selectFrom('bill_line').selectAll())
    .where('month', '=', month)
    .execute()
  const rates = await of(db.selectFrom('bill_rate').selectAll())
    .where('month', '=', month)
    .orderBy('tax_percent', 'desc')
    .execute()
  if (bill === undefined) return undefined
  return {
    totalYen: bill.total_yen,
    outOfScopeYen: bill.out_of_scope_yen,
    rates: rates.map((rate) => [rate.tax_percent, rate.total_yen, rate.tax_yen]),
    lines: lines
      .map((line) =>
        JSON.stringify([
          line.kind,
          line.line_id,
          line.figure_key,
          line.quantity,
          line.days,
          line.of_days,
          line.amount_tenths_yen,
          line.tax,
          line.tax_on,
          line.origin_month,
          line.source_ref,
        ]),
      )
      .toSorted(),
  }
}

const asStored = (bill: Bill | undefined) =>
  bill && {
    totalYen: bill.totalYen,
    outOfScopeYen: bill.outOfScopeYen,
    rates: bill.rates.map((rate) => [rate.taxPercent, rate.totalYen, rate.taxYen]),
    lines: bill.lines
      .map((line) =>
        JSON.stringify([
          line.kind,
          line.lineId ?? null,
          line.row?.key ?? null,
          line.quantity,
          line.proration?.days ?? null,
          line.proration?.ofDays ?? null,
          line.amountTenthsYen,
          line.tax,
          line.taxOn,
          line.originMonth ?? null,
          line.source ?? null,
        ]),
      )
      .toSorted(),
  }

let serial = 0
type Shape = Parameters<typeof makeMember>[1]
const member = (shape: Partial<Shape> = {}) =>
  makeMember(harness, { loginId: `billed-${(serial += 1)}`, ...shape })

async function call(
  contractId: string,
  lineId: string,
  at: string,
  {
    units = 2,
    receivedAt = at,
    key = 'voice.per30s' as const,
    correctedAt,
    newUnits = 0,
  }: {
    units?: number
    receivedAt?: string
    key?: 'voice.per30s'
    correctedAt?: string | undefined
    newUnits?: number
  } = {},
) {
  const row = november.book.rateOn(key, tokyoDate(at.slice(0, 10)))
  if (row === undefined) throw new Error(key)
  const recordId = `record-${(serial += 1)}`
  const revisionOf = (revision: number, of: number, received: string, superseded?: string) => ({
    contract_id: contractId,
    line_id: lineId,
    record_id: recordId,
    revision,
    kind: 'voice' as const,
    started_at: instant(at),
    duration_seconds: of * 30,
    characters: null,
    to_masked: '090-0000-****',
    to_sealed: null,
    units: of,
    free_seconds: 0,
    flat_rate: 'notJoined' as const,
    figure_key: row.key,
    rate_valid_from: row.validFrom,
    unit_tenths_yen: row.tenthsYen,
    amount_tenths_yen: row.tenthsYen * of,
    tax: row.tax,
    received_at: instant(received),
    superseded_at: superseded === undefined ? null : instant(superseded),
  })
  await harness.database.db
    .insertInto('call_record')
    .values([
      revisionOf(1, units, receivedAt, correctedAt),
      ...(correctedAt === undefined ? [] : [revisionOf(2, newUnits, correctedAt)]),
    ])
    .execute()
}

/** A bill of October of which an initial cancellation in November gives some lines back. */
async function insertEarlierBill(contractId: string) {
  const month = tokyoMonth('2026-10')
  await addRow(harness, 'bill', {
    contract_id: contractId,
    month,
    bill_id: `bill-${(serial += 1)}`,
    state: 'paid',
    period_from: tokyoDate('2026-10-01'),
    period_to: tokyoDate('2026-10-31'),
    out_of_scope_yen: 0,
    total_yen: 1254,
    fixed_at: closedAt,
    charge_on: tokyoDate('2026-11-07'),
    paid_at: closedAt,
  })
  const kinds = ['base', 'voice', 'topUp'] as const
  for (const [position, kind] of kinds.entries())
    await addRow(harness, 'bill_line', {
      contract_id: contractId,
      month,
      position,
      kind,
      line_id: null,
      figure_key: null,
      rate_valid_from: null,
      unit_tenths_yen: null,
      quantity: 1,
      days: null,
      of_days: null,
      amount_tenths_yen: 3800 + position,
      tax: 'excluded',
      tax_on: tokyoDate('2026-10-31'),
      origin_month: null,
      source_ref: kind === 'topUp' ? 'topup/untouched' : null,
    })
}

describe('月の締め', () => {
  test('どんな契約でも、締めた請求は計算のもとから求めた請求と1円も違わない', async () => {
    const { db } = harness.database
    const dayOfYear = fc
      .integer({ min: 0, max: 420 })
      .map((days) => Temporal.PlainDate.from('2025-10-01').add({ days }).toString())
    const contracts = fc.record({
      planCode: fc.constantFrom(10, 11, 13, 18, 20, 40),
      newSize: fc.option(fc.constantFrom(11, 15, 25), { nil: undefined }),
      lines: fc.array(
        fc.record({
          kind: fc.constantFrom('data' as const, 'sms' as const, 'voice' as const),
          from: dayOfYear,
          days: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
          newKind: fc.option(fc.constantFrom('data' as const, 'sms' as const, 'voice' as const), {
            nil: undefined,
          }),
          option: fc.option(fc.constantFrom('voicemail' as const, 'deviceCover' as const), {
            nil: undefined,
          }),
          optionFrom: dayOfYear,
          calls: fc.array(
            fc.record({
              day: dayOfYear,
              lateDays: fc.integer({ min: 0, max: 40 }),
              units: fc.nat(5),
              correctedDays: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
              newUnits: fc.nat(5),
            }),
            { maxLength: 4 },
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      changedOn: dayOfYear,
      contractOption: fc.option(fc.constantFrom('magazines' as const, 'publicWifi' as const), {
        nil: undefined,
      }),
      undone: fc.boolean(),
      discounts: fc.array(
        fc.record({
          off: fc.constantFrom('base' as const, 'shareLine' as const, 'option' as const),
          yen: fc.integer({ min: 1, max: 900 }),
          toMonth: fc.constantFrom('2026-10', '2026-11', undefined),
        }),
        { maxLength: 3 },
      ),
      device: fc.option(
        fc.record({
          priceYen: fc.integer({ min: 1, max: 90_000 }),
          count: fc.constantFrom(1, 12, 24),
          first: fc.constantFrom('2025-10', '2025-12', '2026-11', '2026-12'),
        }),
        { nil: undefined },
      ),
      booked: fc.array(
        fc.record({
          yen: fc.integer({ min: -5000, max: 5000 }),
          tax: fc.constantFrom('excluded' as const, 'included' as const, 'outOfScope' as const),
          day: fc.constantFrom('2026-11-03', '2026-11-30', '2019-09-01'),
        }),
        { maxLength: 3 },
      ),
    })
    const ids: string[] = []
    for (const [n, shape] of fc.sample(contracts, { numRuns: 60, seed: 11 }).entries()) {
      const made = await member({
        planCode: shape.planCode,
        lines: shape.lines.map(({ kind }) => ({ kind })),
      })
      const { contractId } = made
      ids.push(contractId)
      const at = instant(`${shape.changedOn}T14:00:00+09:00`)
      for (const [index, line] of shape.lines.entries()) {
        const lineId = made.lineIds[index] ?? ''
        const endsOn =
          line.days === undefined
            ? null
            : tokyoDate(Temporal.PlainDate.from(line.from).add({ days: line.days }).toString())
        await setRows(
          harness,
          'line',
          { activated_on: tokyoDate(line.from), ends_on: endsOn },
          { line_id: lineId },
        )
        const by = { actor: 'system', now: at } as const
        if (line.newKind) await changeLine(db, { contractId, lineId }, { kind: line.newKind }, by)
        if (n % 3 === 0)
          await changeLine(db, { contractId, lineId }, { position: shape.lines.length - index }, by)
        if (line.option)
          await addRow(harness, 'option_period', {
            contract_id: contractId,
            period_id: `period-${(serial += 1)}`,
            line_id: lineId,
            option_code: line.option,
            joined_at: instant(`${line.optionFrom}T15:00:00+09:00`),
            to_on: null,
          })
        for (const one of line.calls) {
          const startedAt = `${one.day}T10:00:00+09:00`
          const received = instant(startedAt).add({ hours: 24 * one.lateDays })
          await call(contractId, lineId, startedAt, {
            units: one.units,
            receivedAt: received.toString(),
            correctedAt:
              one.correctedDays === undefined
                ? undefined
                : received.add({ hours: 24 * one.correctedDays }).toString(),
            newUnits: one.newUnits,
          })
        }
      }
      if (shape.newSize)
        await changeContract(
          db,
          contractId,
          { plan_code: shape.newSize },
          { actor: 'system', now: at },
        )
      if (shape.contractOption)
        await addRow(harness, 'option_period', {
          contract_id: contractId,
          period_id: `period-${(serial += 1)}`,
          line_id: null,
          option_code: shape.contractOption,
          joined_at: instant('2026-11-11T23:59:59+09:00'),
          to_on: null,
        })
      for (const { off, yen, toMonth } of shape.discounts)
        await addRow(harness, 'discount', {
          contract_id: contractId,
          discount_id: `discount-${(serial += 1)}`,
          off,
          line_id: off === 'base' ? null : (made.lineIds.at(-1) ?? ''),
          option_code: off === 'option' ? (shape.lines.at(-1)?.option ?? 'voicemail') : null,
          amount_yen: yen,
          from_month: tokyoMonth('2026-09'),
          to_month: toMonth === undefined ? null : tokyoMonth(toMonth),
          source_ref: `campaign/${serial}`,
        })
      if (shape.device)
        await addRow(harness, 'terminal', {
          contract_id: contractId,
          device_id: 'device',
          name: 'スマートフォン',
          imei_sealed: '',
          purchased_on: tokyoDate('2025-09-20'),
          price_yen: shape.device.priceYen,
          instalment_count: shape.device.count,
          first_instalment_month: tokyoMonth(shape.device.first),
          warranty_until: null,
          notice: null,
        })
      if (shape.undone && n % 5 === 0) {
        await insertEarlierBill(contractId)
        await setContract(harness, contractId, {
          status: 'initial_cancelled',
          ends_on: tokyoDate('2026-11-07'),
        })
      }
      for (const booked of shape.booked)
        await addRow(harness, 'booked_charge', {
          contract_id: contractId,
          charge_id: `charge-${(serial += 1)}`,
          line_id: null,
          kind: 'adjustment',
          figure_key: 'oneOff.paperDocument',
          quantity: 1,
          amount_tenths_yen: booked.yen * 10,
          tax: booked.tax,
          tax_on: tokyoDate(booked.day),
          rate_valid_from: tokyoDate('2019-10-01'),
          month: november.month,
          booked_at: closedAt,
          source_ref: `test-${serial}`,
        })
    }
    await close(november, 7)
    let bills = 0
    for (const contractId of ids) {
      const pure = billOf(await loadBillFacts(db, contractId, november), november.book)
      expect(await storedBill(contractId)).toEqual(asStored(pure))
      if (pure) bills += 1
    }
    expect(bills).toBeGreaterThan(45)
    const failures = await rowsOf(harness, 'close_failure', '*')
    expect(failures).toEqual([])
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
    const told: number[] = []
    const { contractsInAll } = await closeMonth(
      (work) => harness.database.db.transaction().execute(work),
      month,
      { now: () => closedAt, partContracts: 5, onProgress: (at) => told.push(at.contractsDone) },
    )
    expect(contractsInAll).toBeGreaterThan(50)
    const steps = told.map((done, n) => done - (told[n - 1] ?? 0))
    expect(steps.slice(0, -2).every((step) => step === 5)).toBe(true)
    expect(told.at(-1)).toBe(contractsInAll)
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
      { now: () => closedAt, partContracts: 5, closers: 2 },
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
    await call(contractId, lineId, '2026-07-15T23:59:00+09:00', { units: 3 })
    await call(contractId, lineId, '2026-07-16T00:00:00+09:00', { units: 5 })
    await close(month)
    const stored = await storedBill(contractId, month.month)
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
    expect(await storedBill(good.contractId, month.month)).toMatchObject({ totalYen: 1191 })
    expect(await storedBill(bad.contractId, month.month)).toBeUndefined()
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
    expect(await storedBill(bad.contractId, month.month)).toMatchObject({ totalYen: 1191 })
    expect(await repairFailures(db, month, closedAt)).toEqual([])
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
