import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { instalmentYen } from '#domain/billing/instalments.ts'
import { addYen } from '#domain/money.ts'
import { settledStates } from '#domain/billing/bill-states.ts'
import { chargeDayOf } from '#domain/policy/payment-schedule.ts'
import { addMonths, toTokyoDate, type Instant } from '#domain/tokyo.ts'

type TerminalRow = Selectable<Database['terminal']>

export const imeiAad = (deviceId: string) => `terminal.imei:${deviceId}`

/** All but its last four digits hidden. */
export const maskImei = (imei: string) => `${'*'.repeat(11)}${imei.slice(-4)}`

export async function findTerminals(db: Db, contractId: string): Promise<TerminalRow[]> {
  return rowsOf(db, 'terminal', { contract_id: contractId }, 'purchased_on', 'device_id')
}

type BillOfMonth = Pick<Selectable<Database['bill']>, 'month' | 'state' | 'charge_on'>

/** The state of each month's bill: an instalment is paid when its bill is. */
export async function findBillStates(db: Db, contractId: string): Promise<BillOfMonth[]> {
  return db
    .selectFrom('bill')
    .select(['month', 'state', 'charge_on'])
    .where('contract_id', '=', contractId)
    .orderBy('month')
    .execute()
}

/** A device with what has been paid of it. */
export function toWireTerminal(
  row: TerminalRow,
  { sealing, bills, now }: { sealing: Sealing; bills: readonly BillOfMonth[]; now: Instant },
) {
  const imei = sealing.open(imeiAad(row.device_id), row.imei_sealed)
  return {
    deviceId: row.device_id,
    device: row.name,
    imeiMasked: maskImei(imei),
    purchasedOn: row.purchased_on,
    priceYen: row.price_yen,
    instalments: instalmentsOf(row, bills, now),
    warrantyUntil: row.warranty_until ?? undefined,
    notice: row.notice ?? undefined,
  }
}

/** What is left to pay for all devices; instalments go on after the contract has ended. */
export async function remainingInstalmentsYen(
  db: Db,
  contractId: string,
  now: Instant,
): Promise<number> {
  const rows = await findTerminals(db, contractId)
  if (rows.length === 0) return 0
  const bills = await findBillStates(db, contractId)
  return rows.reduce((sum, row) => sum + (instalmentsOf(row, bills, now)?.remainingYen ?? 0), 0)
}

function instalmentsOf(row: TerminalRow, bills: readonly BillOfMonth[], now: Instant) {
  const { instalment_count: count, price_yen: priceYen } = row
  const first = row.first_instalment_month
  if (count === null || first === null) return undefined
  const billOf = new Map(bills.map((bill) => [bill.month, bill]))
  const left = Array.from({ length: count }, (_, n) => ({ n: n + 1, month: addMonths(first, n) }))
    // Months before the first bill that is known here were billed before it.
    .filter(({ month }) => !(bills[0] !== undefined && month < bills[0].month))
    .filter(({ month }) => !isSettledBill(billOf.get(month)))
  const next = left.find(({ month }) => (billOf.get(month)?.state ?? 'fixed') === 'fixed')?.month
  return {
    count,
    paid: count - left.length,
    remaining: left.length,
    monthlyYen: instalmentYen(priceYen, count, count),
    remainingYen: addYen(...left.map(({ n }) => instalmentYen(priceYen, count, n))),
    nextOn: next && (billOf.get(next)?.charge_on ?? chargeDayOf(next, toTokyoDate(now))),
  }
}

/** Paid, or below zero: then what was given back has paid the instalment. */
const isSettledBill = (bill: BillOfMonth | undefined) =>
  bill !== undefined && settledStates.some((state) => state === bill.state)
