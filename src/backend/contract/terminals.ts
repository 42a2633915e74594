import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { ContractTables } from '#backend/db/tables/contract.ts'
import { instalmentYen } from '#domain/billing/instalments.ts'
import { addYen } from '#domain/money.ts'
import { paymentSchedule } from '#domain/policy/payment-schedule.ts'
import { addMonths, toTokyoDate, type Instant, type TokyoMonth } from '#domain/tokyo.ts'

type TerminalRow = Selectable<ContractTables['terminal']>

export const imeiPlace = (deviceId: string) => `terminal.imei:${deviceId}`

/** All but its last four digits hidden. */
export const maskImei = (imei: string) => `${'*'.repeat(11)}${imei.slice(-4)}`

export async function findTerminals(db: Db, contractId: string): Promise<TerminalRow[]> {
  return db
    .selectFrom('terminal')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('purchased_on')
    .orderBy('device_id')
    .execute()
}

/** A device with what has been paid of it: an instalment counts from the day its month's bill is charged. */
export function toWireTerminal(row: TerminalRow, sealing: Sealing, now: Instant) {
  const imei = sealing.open(imeiPlace(row.device_id), row.imei_sealed)
  const instalments = instalmentsOf(row, now)
  return {
    deviceId: row.device_id,
    device: row.name,
    imeiMasked: maskImei(imei),
    purchasedOn: row.purchased_on,
    priceYen: row.price_yen,
    instalments,
    warrantyUntil: row.warranty_until ?? undefined,
    notice: row.notice ?? undefined,
  }
}

/** What is left to pay of all devices; goes on after the contract has ended. */
export async function remainingInstalmentsYen(
  db: Db,
  contractId: string,
  now: Instant,
): Promise<number> {
  const rows = await findTerminals(db, contractId)
  return rows.reduce((sum, row) => sum + (instalmentsOf(row, now)?.remainingYen ?? 0), 0)
}

function instalmentsOf(row: TerminalRow, now: Instant) {
  const { instalment_count: count, price_yen: priceYen } = row
  const first = row.first_instalment_month
  if (count === null || first === null) return undefined
  const today = toTokyoDate(now)
  const isCharged = (month: TokyoMonth) => paymentSchedule(month).chargeOn <= today
  const months = Array.from({ length: count }, (_, n) => addMonths(first, n))
  const paid = months.filter(isCharged).length
  const next = months[paid]
  const remaining = count - paid
  return {
    count,
    paid,
    remaining,
    monthlyYen: instalmentYen(priceYen, count, count),
    remainingYen: addYen(
      ...months.slice(paid).map((_, n) => instalmentYen(priceYen, count, paid + n + 1)),
    ),
    nextOn: next === undefined ? undefined : paymentSchedule(next).chargeOn,
  }
}
