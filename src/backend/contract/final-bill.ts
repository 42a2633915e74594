import { sql } from 'kysely'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { chargeOf, type Charge, type ProratedDays } from '#domain/billing/charge.ts'
import { isPriceKey, price, type PriceKey } from '#domain/catalogue/figure.ts'
import { lineUse, monthlyCharges } from '#domain/catalogue/monthly-charges.ts'
import { billOf, type QuotedBill } from '#domain/catalogue/quote.ts'
import {
  addDays,
  daysBetween,
  daysInMonth,
  endOfDay,
  endOfMonth,
  monthOf,
  startOfDay,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import type { ChargeKind } from '#vocabulary/price.ts'
import { planCodeOf } from './facts.ts'
import { servedLines } from './monthly-use.ts'

/**
 * The bill of the month in which a contract or line ends, as far as it is known: its monthly fees, what is booked for
 * it (packs, SIM orders) and the calls and messages whose records are here. What is used later comes on top.
 */
export async function finalBillOf(
  db: Db,
  contract: ContractRow,
  lines: readonly LineRow[],
  lastDay: TokyoDate,
): Promise<QuotedBill> {
  const month = monthOf(lastDay)
  const { contract_id: contractId } = contract
  const served = servedLines(lines).map((line) =>
    lineUse(line.kind, { days: daysServed(line.activated_on, month) }),
  )
  const monthly =
    served.length === 0
      ? []
      : monthlyCharges({ planCode: planCodeOf(contract), lines: served }, lastDay)
  const charges = [
    ...monthly,
    ...(await bookedCharges(db, contractId, month)),
    ...(await trafficCharges(db, contractId, startOfMonth(month), endOfMonth(month))),
  ]
  return billOf(charges, lastDay)
}

/** Beside every final bill: it is a forecast. */
export const finalBillNotice =
  '最後の月の請求（見込み）には、これまでに申し込まれたデータチャージやSIMの手数料、記録の届いている通話料とSMSの料金を含みます。これからご利用になる分が加わります。'

/** A month in which the line began is charged by the day. */
function daysServed(activatedOn: TokyoDate | null, month: TokyoMonth): ProratedDays | undefined {
  if (activatedOn === null || activatedOn <= startOfMonth(month)) return undefined
  const days = Math.max(0, daysBetween(activatedOn, addDays(endOfMonth(month), 1)))
  return { days, ofDays: daysInMonth(month) }
}

async function bookedCharges(db: Db, contractId: string, month: TokyoMonth): Promise<Charge[]> {
  const rows = await db
    .selectFrom('booked_charge')
    .select(['figure_key', 'rate_valid_from'])
    .select(({ fn }) => fn.sum<number>('quantity').as('quantity'))
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .groupBy(['figure_key', 'rate_valid_from'])
    .orderBy('figure_key')
    .execute()
  return rows.flatMap((row) => toCharges(row.figure_key, row.rate_valid_from, row.quantity))
}

/** Calls and messages from a day to a day, both included. */
export async function trafficCharges(
  db: Db,
  contractId: string,
  from: TokyoDate,
  to: TokyoDate,
): Promise<Charge[]> {
  const rows = await db
    .selectFrom('call_record')
    .select(['figure_key', 'rate_valid_from', sql<number>`sum(units)::bigint`.as('quantity')])
    .where('contract_id', '=', contractId)
    .where('started_at', '>=', startOfDay(from))
    .where('started_at', '<', endOfDay(to))
    .groupBy(['figure_key', 'rate_valid_from'])
    .orderBy('figure_key')
    .execute()
  return rows.flatMap((row) => toCharges(row.figure_key, row.rate_valid_from, row.quantity))
}

/** The packs of which something was used; an untouched one need not be paid after an initial cancellation. */
export async function touchedPackCharges(db: Db, contractId: string): Promise<Charge[]> {
  const rows = await db
    .selectFrom('booked_charge as booked')
    .select([
      'booked.figure_key',
      'booked.rate_valid_from',
      sql<number>`count(*)::integer`.as('quantity'),
    ])
    .where('booked.contract_id', '=', contractId)
    .where('booked.source_ref', 'like', 'topup/%')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('data_entry as entry')
          .select('entry.bucket_id')
          .where('entry.contract_id', '=', contractId)
          .whereRef('entry.bucket_id', '=', 'booked.source_ref')
          .where('entry.kind', 'in', ['use', 'adjust'])
          .groupBy('entry.bucket_id')
          .having(sql<boolean>`sum(entry.bytes) < 0`),
      ),
    )
    .groupBy(['booked.figure_key', 'booked.rate_valid_from'])
    .orderBy('booked.figure_key')
    .execute()
  return rows.flatMap((row) => toCharges(row.figure_key, row.rate_valid_from, row.quantity))
}

/** A row of the price list taken so many times; none for what was taken back. */
function toCharges(key: string, validFrom: TokyoDate, quantity: number): Charge[] {
  if (!isPriceKey(key)) throw new RangeError(`A charge without a price: ${key}`)
  return quantity === 0 ? [] : [chargeOf(kindOf(key), price(key, validFrom), quantity)]
}

const kinds: Readonly<Record<string, ChargeKind>> = {
  topup: 'topUp',
  oneOff: 'oneOff',
  voice: 'voice',
  talk: 'voice',
  abroad: 'voice',
  sms: 'sms',
}

function kindOf(key: PriceKey): ChargeKind {
  return kinds[key.split('.')[0] ?? ''] ?? 'adjustment'
}
