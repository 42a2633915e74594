import type { TokyoDate } from '../tokyo.ts'

/** A row of a dated table: in force from `validFrom` to `validTo`, both days included. */
export type Dated = { readonly validFrom: TokyoDate; readonly validTo?: TokyoDate | undefined }

export function inForce(row: Dated, date: TokyoDate): boolean {
  return row.validFrom <= date && (row.validTo === undefined || date <= row.validTo)
}

export function rowOn<Row extends Dated>(rows: readonly Row[], date: TokyoDate): Row | undefined {
  return rows.findLast((row) => inForce(row, date))
}

/** The row in force, else the latest one before, else the first one to come: for screens that must print something. */
export function nearestRow<Row extends Dated>(
  rows: readonly Row[],
  date: TokyoDate,
): Row | undefined {
  return rowOn(rows, date) ?? rows.findLast((row) => row.validFrom <= date) ?? rows[0]
}
