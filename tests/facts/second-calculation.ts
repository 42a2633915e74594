/**
 * Bills reckoned a second time, for the tests: from what the carrier reported, what was bought and how each contract
 * began, with prices copied by hand from the published list. It shares no code with the product; where the two agree to
 * the yen, neither has a slip of its own. Amounts are tenths of a yen in bigint until each rate is cut once.
 */

export type SecondFacts = {
  planCode: number
  /** First day of service, `YYYY-MM-DD`; the first line heads the contract. */
  lines: readonly { ref: string; kind: Kind; joinedOn: string }[]
  /** Japanese wall time of the purchase. */
  purchases: readonly { at: string; pack: string }[]
  /** As the carrier reported them, before any rating. */
  records: readonly SecondRecord[]
}

export type SecondRecord = {
  lineRef: string
  kind: 'voice' | 'sms'
  startedAt: string
  durationSeconds: number | null
  characters: number | null
  destination: string
  viaTalk: boolean
}

type Kind = 'data' | 'sms' | 'voice'

/** Yen a month without tax: data, data with SMS, voice. */
const basePrices: Record<number, readonly [number, number, number]> = {
  10: [400, 530, 800],
  11: [480, 610, 880],
  13: [680, 810, 1080],
  15: [880, 1010, 1280],
  18: [1080, 1210, 1480],
  20: [1280, 1410, 1680],
  25: [1580, 1710, 1980],
  30: [1880, 2010, 2280],
  40: [2480, 2610, 2880],
}
const sharePrices = [400, 450, 700] as const
const column: Record<Kind, 0 | 1 | 2> = { data: 0, sms: 1, voice: 2 }
const packPrices: Record<string, number> = {
  '100mb': 200,
  '500mb': 600,
  '1gb': 1000,
  '1gbNoCarry': 480,
}
const SIM_ISSUE = 3000
const SIM_PREPARATION = 394
/** The demo's destinations abroad are all of the test range +1 555. */
const UNITED_STATES_PER_30S = 10
const MESSAGE_ABROAD = 100

export function secondBill(facts: SecondFacts, month: string) {
  let exTax = 0n
  let withTax = 0n
  let outside = 0n
  const days = daysOf(month)
  const served = facts.lines.filter((line) => line.joinedOn.slice(0, 7) <= month)
  for (const [index, line] of served.entries()) {
    const row = index === 0 ? basePrices[facts.planCode] : sharePrices
    if (row === undefined) throw new Error(`no price for ${facts.planCode}`)
    const isNew = line.joinedOn.startsWith(month)
    const from = isNew ? Number(line.joinedOn.slice(8)) : 1
    // Half up to the whole yen: a day that counts is one that has begun in service.
    exTax += 10n * halfUp(BigInt(row[column[line.kind]]) * BigInt(days - from + 1), BigInt(days))
    if (isNew) exTax += BigInt(10 * (SIM_ISSUE + SIM_PREPARATION))
    if (line.kind !== 'data') withTax += universalFee(month) + 11n
    if (month === '2026-03' && facts.planCode !== 10) withTax += 22n
  }
  for (const { at, pack } of facts.purchases)
    if (at.startsWith(month)) exTax += BigInt(10 * (packPrices[pack] ?? Number.NaN))
  for (const record of facts.records) {
    if (!record.startedAt.startsWith(month)) continue
    const { taxed, untaxed } = traffic(record)
    withTax += taxed
    outside += untaxed
  }
  // One cut for the only rate there is: ex-tax × 1.1 + what bears its tax, in hundredths of a yen.
  const totalYen = (exTax * 11n + withTax * 10n) / 100n
  const taxYen = (totalYen * 10n) / 110n
  return {
    month,
    totalYen: Number(totalYen + outside / 10n),
    taxYen: Number(taxYen),
    outOfScopeYen: Number(outside / 10n),
  }
}

/** Tenths of a yen: with tax inside, and outside the tax. */
function traffic(record: SecondRecord): { taxed: bigint; untaxed: bigint } {
  const isAbroad = record.destination.startsWith('+')
  if (record.kind === 'sms') {
    if (isAbroad) return { taxed: 0n, untaxed: BigInt(MESSAGE_ABROAD * 10) }
    const limits = [70, 134, 201, 268, 335, 402, 469, 536, 603, 670]
    const step = limits.findIndex((limit) => (record.characters ?? Number.NaN) <= limit)
    if (step < 0) throw new Error('a message longer than any price')
    return { taxed: 33n * BigInt(step + 1), untaxed: 0n }
  }
  const begun = BigInt(Math.floor(((record.durationSeconds ?? Number.NaN) + 29) / 30))
  if (isAbroad) return { taxed: 0n, untaxed: begun * BigInt(UNITED_STATES_PER_30S * 10) }
  if (['110', '118', '119', '189'].includes(record.destination)) return { taxed: 0n, untaxed: 0n }
  if (record.destination.startsWith('0120') || record.destination.startsWith('0800'))
    return { taxed: 0n, untaxed: 0n }
  return { taxed: begun * (record.viaTalk ? 110n : 220n), untaxed: 0n }
}

/** Tenths of a yen a number: 2.2 to 2025-06, 3.3 for the half year after, 2.2 from 2026-01. */
const universalFee = (month: string) => (month >= '2025-07' && month <= '2025-12' ? 33n : 22n)

const halfUp = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

const daysOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
