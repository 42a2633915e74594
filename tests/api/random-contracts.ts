import fc from 'fast-check'
import { changeContract, changeLine } from '#backend/contract/change.ts'
import {
  addDays,
  instant,
  tokyoDate,
  tokyoMonth,
  type Instant,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { insertCall } from './calls.ts'
import type { Harness } from './harness.ts'
import { makeMember } from './members.ts'
import { addRow, setContract, setRows } from './rows.ts'

let serial = 0

const dayOfYear = fc
  .integer({ min: 0, max: 420 })
  .map((days) => Temporal.PlainDate.from('2025-10-01').add({ days }).toString())
const kinds = fc.constantFrom('data' as const, 'sms' as const, 'voice' as const)
/** A moment beside a turn of the month or of a day: what counts at 00:00 is written before, at and after it. */
const moments = fc
  .tuple(
    fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-11', '2026-11-30', '2026-12-01'),
    fc.constantFrom(-3_600_000, -1, 0, 64, 300_000, 50_000_000),
  )
  .map(([day, ms]) => instant(`${day}T00:00:00+09:00`).add({ milliseconds: ms }))
/** Written in this order, whatever the clocks of those who write say, and counted from there or from earlier. */
const changes = fc.array(
  fc.record({
    of: fc.constantFrom('size' as const, 'line' as const),
    line: fc.nat(2),
    change: fc.oneof(
      kinds.map((kind) => ({ kind })),
      fc.integer({ min: 1, max: 6 }).map((position) => ({ position })),
      fc.constantFrom('active', 'suspended').map((status) => ({ status })),
    ),
    planCode: fc.option(fc.constantFrom(10, 11, 13, 15, 20, 25), { nil: undefined }),
    writtenAt: moments,
    countsFrom: fc.option(moments, { nil: undefined }),
  }),
  { maxLength: 6 },
)
/** All that a bill can be made of, at random. */
const contracts = fc.record({
  planCode: fc.constantFrom(10, 11, 13, 18, 20, 40),
  newSize: fc.option(fc.constantFrom(11, 15, 25), { nil: undefined }),
  lines: fc.array(
    fc.record({
      kind: kinds,
      from: dayOfYear,
      days: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
      isPortedOut: fc.boolean(),
      newKind: fc.option(kinds, { nil: undefined }),
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
  changes,
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

/** Makes so many, the same ones with each run, and answers their names. */
export async function makeRandomContracts(
  harness: Harness,
  { count, month, fixedAt }: { count: number; month: TokyoMonth; fixedAt: Instant },
): Promise<string[]> {
  const ids: string[] = []
  for (const [n, shape] of fc.sample(contracts, { numRuns: count, seed: 11 }).entries()) {
    const made = await makeMember(harness, {
      loginId: `random-${n}`,
      planCode: shape.planCode,
      lines: shape.lines.map(({ kind }) => ({ kind })),
    })
    const { contractId } = made
    ids.push(contractId)
    await liveThrough(harness, made, { n, shape })
    if (shape.undone && n % 5 === 0) {
      await insertEarlierBill(harness, contractId, fixedAt)
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
        month,
        booked_at: fixedAt,
        source_ref: `test-${serial}`,
      })
  }
  return ids
}

type Made = Awaited<ReturnType<typeof makeMember>>
type Shape = typeof contracts extends fc.Arbitrary<infer Of> ? Of : never
type Numbered = { n: number; shape: Shape }

async function liveThrough(harness: Harness, made: Made, { n, shape }: Numbered) {
  const { contractId } = made
  const by = { actor: 'system', now: instant(`${shape.changedOn}T14:00:00+09:00`) } as const
  for (const index of shape.lines.keys())
    await changeOneLine(harness, made, { n, shape, index, by })
  if (shape.newSize)
    await changeContract(harness.database.db, contractId, { plan_code: shape.newSize }, by)
  for (const one of shape.changes) await writeChange(harness, made, one)
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
}

/** Often the month's last day, on which it matters whether the number is in service at 24:00. */
function lastDayOf({ from, days }: Shape['lines'][number]) {
  if (days === undefined) return null
  return days % 3 === 0 && from < '2026-11-30'
    ? tokyoDate('2026-11-30')
    : addDays(tokyoDate(from), days)
}

/** A size, a kind, a place in the order of lines, or something that no bill asks about. */
async function writeChange(
  { database: { db } }: Harness,
  { contractId, lineIds }: Made,
  { of, line, change, planCode, writtenAt, countsFrom = writtenAt }: Shape['changes'][number],
) {
  const isLate = Temporal.Instant.compare(countsFrom, writtenAt) < 0
  const by = { actor: 'system', now: writtenAt, ...(isLate ? { countsFrom } : {}) } as const
  const lineId = lineIds[line % lineIds.length] ?? ''
  if (of === 'line') await changeLine(db, { contractId, lineId }, change, by)
  else
    await changeContract(
      db,
      contractId,
      planCode === undefined ? { status: 'active' } : { plan_code: planCode },
      by,
    )
}

async function changeOneLine(
  harness: Harness,
  { contractId, lineIds }: Made,
  { n, shape, index, by }: Numbered & { index: number; by: { actor: 'system'; now: Instant } },
) {
  const { db } = harness.database
  const line = shape.lines[index]
  if (line === undefined) return
  const lineId = lineIds[index] ?? ''
  const endsOn = lastDayOf(line)
  const values = {
    activated_on: tokyoDate(line.from),
    ends_on: endsOn,
    ported_out_on: line.isPortedOut ? endsOn : null,
  }
  await setRows(harness, 'line', values, { line_id: lineId })
  const of = { contractId, lineId }
  if (line.newKind) await changeLine(db, of, { kind: line.newKind }, by)
  if (n % 3 === 0) await changeLine(db, of, { position: shape.lines.length - index }, by)
  if (line.option)
    await addRow(harness, 'option_period', {
      contract_id: contractId,
      period_id: `period-${(serial += 1)}`,
      line_id: lineId,
      option_code: line.option,
      joined_at: instant(`${line.optionFrom}T15:00:00+09:00`),
      to_on: null,
    })
  for (const { day, lateDays, units, correctedDays, newUnits } of line.calls) {
    const startedAt = instant(`${day}T10:00:00+09:00`)
    const receivedAt = startedAt.add({ hours: 24 * lateDays })
    const correction =
      correctedDays === undefined
        ? undefined
        : { receivedAt: receivedAt.add({ hours: 24 * correctedDays }), units: newUnits }
    await insertCall(harness, { ...of, units, startedAt, receivedAt, correction })
  }
}

/** A bill of October of which an initial cancellation in November gives some lines back. */
async function insertEarlierBill(harness: Harness, contractId: string, fixedAt: Instant) {
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
    fixed_at: fixedAt,
    charge_on: tokyoDate('2026-11-07'),
    paid_at: fixedAt,
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
