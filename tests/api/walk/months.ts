import { api } from '#protocol/index.ts'
import { loadBillFacts } from '#backend/billing/queries/bill-facts.ts'
import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { billOf } from '#domain/billing/bill.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { addMonths, toTokyoMonth, type Instant, type TokyoMonth } from '#domain/tokyo.ts'
import { rowOf } from '../rows.ts'
import { asStored, storedBill } from '../stored-bill.ts'
import type { Walk } from './walker.ts'

/** What a member's screens said in the last hour of a month, and how often contract and lines had changed by then. */
type Shown = {
  readonly plan: number
  readonly soFarYen: number
  readonly expectedYen: number
  readonly lowYen: number
  readonly highYen: number
}
export type Closes = {
  shown: Map<string, Shown>
  bills: number
  /** Of the forecast of the last hour: met to the yen, in its range, beside it. */
  forecasts: { exact: number; inRange: number; beside: string[] }
}

export const noCloses = (): Closes => ({
  shown: new Map(),
  bills: 0,
  forecasts: { exact: 0, inRange: 0, beside: [] },
})

/** The moments between two at which something of the month rollover is looked at, each with what is to be done. */
export function* rolloversBetween(from: Instant, to: Instant) {
  const begin = from.toZonedDateTimeISO('Asia/Tokyo').startOfDay().with({ day: 1 })
  for (let first = begin; Temporal.Instant.compare(first.toInstant(), to) <= 0; first = next(first))
    for (const [at, what] of [
      [first.add({ hours: 6 }), 'closed'],
      [next(first).subtract({ hours: 1 }), 'ends'],
    ] as const)
      if (isWithin(at.toInstant(), from, to)) yield { at: at.toInstant(), what }
}

const next = (first: Temporal.ZonedDateTime) => first.add({ months: 1 })
const isWithin = (at: Instant, from: Instant, to: Instant) =>
  Temporal.Instant.compare(at, from) > 0 && Temporal.Instant.compare(at, to) <= 0

/** In the last hour: what every member sees of the month. */
export async function lookBeforeClose({ harness, walkers }: Walk, closes: Closes) {
  closes.shown.clear()
  for (const { loginId, contractId } of walkers) {
    const { call } = await harness.signIn(loginId)
    const [{ plan, lines }, { soFar, forecast }] = await Promise.all([
      call(api.contractGet),
      call(api.billingReserveGet),
    ])
    if (lines.length === 0) continue
    closes.shown.set(contractId, { plan, soFarYen: soFar.totalYen, ...forecast })
  }
}

/** Once the month is closed: each bill of everybody against its facts, and against what was shown. */
export async function compareBills(walk: Walk, closes: Closes): Promise<string[]> {
  const month = addMonths(toTokyoMonth(walk.harness.clock.now()), -1)
  const found: string[] = []
  for (const contractId of walk.all)
    found.push(...(await compareBill(walk, closes, contractId, month)))
  for (const { loginId, contractId } of walk.walkers) {
    const { call } = await walk.harness.signIn(loginId)
    const { months } = await call(api.billingMonthsGet, { query: {} })
    const shown = months.find((one) => one.month.toString() === month)?.totalYen
    const stored = (await storedBill(walk.harness, contractId, month))?.totalYen
    if (shown !== stored) found.push(`${contractId} ${month}: 画面は${shown}円、請求は${stored}円`)
  }
  return found
}

async function compareBill(
  { harness }: Walk,
  closes: Closes,
  contractId: string,
  month: TokyoMonth,
): Promise<string[]> {
  const { status } = await rowOf(harness, 'contract', ['status'], { contract_id: contractId })
  // Its packs may be used until the last records are in.
  if (status === 'initial_cancelled') return []
  const { book, ...priced } = billedMonth(month, publishedPrices)
  const facts = await loadBillFacts(harness.database.db, contractId, { book, ...priced })
  const [stored, pure] = [
    await storedBill(harness, contractId, month),
    asStored(billOf(facts, book)),
  ]
  if (stored === undefined && pure === undefined) return []
  closes.bills += 1
  const isSame = JSON.stringify(stored) === JSON.stringify(pure)
  return [
    ...(isSame
      ? []
      : [
          `${contractId} ${month}: 請求 ${JSON.stringify(stored)}、計算のもと ${JSON.stringify(pure)}`,
        ]),
    ...unlikeShown(closes, contractId, month, stored),
  ]
}

type Stored = Awaited<ReturnType<typeof storedBill>>

/** A bill is of the size that was shown; how far it is from the forecast of the last hour is noted. */
function unlikeShown(
  { shown, forecasts }: Closes,
  contractId: string,
  month: TokyoMonth,
  stored: Stored,
): string[] {
  const seen = shown.get(contractId)
  if (seen === undefined || stored === undefined) return []
  const { totalYen } = stored
  if (totalYen === seen.expectedYen) forecasts.exact += 1
  else if (totalYen >= seen.lowYen && totalYen <= seen.highYen) forecasts.inRange += 1
  else forecasts.beside.push(`${contractId} ${month}: ${totalYen}円、${JSON.stringify(seen)}`)
  const bases = stored.lines.filter((line) => line.includes('"base"') && line.includes('"plan.'))
  return bases
    .filter((line) => !line.includes(`"plan.${seen.plan}.`))
    .map((line) => `${contractId} ${month}: 画面の容量は${seen.plan}、請求は ${line}`)
}
