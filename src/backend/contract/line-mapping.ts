import type { LineRow } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { lineStates } from '#domain/line/line-states.ts'

/** Where a line's sealed values belong; the same place must be named when sealing. */
export const linePlace = {
  number: (lineId: string) => `line.number:${lineId}`,
  iccid: (lineId: string) => `line.iccid:${lineId}`,
}

const typeNumbers = { data: 1, sms: 2, voice: 3 } as const
const suspensionReasons = new Set(['unpaid', 'lost', 'fraud'])

export function openNumber(row: LineRow, sealing: Sealing) {
  return sealing.open(linePlace.number(row.line_id), row.number_sealed)
}

/** A line as lists and pickers name it (wire LineName). */
export function toLineName(row: LineRow, sealing: Sealing) {
  return {
    lineId: row.line_id,
    nickname: row.nickname,
    number: openNumber(row, sealing),
    simKind: row.kind,
    simSize: row.sim_size,
  }
}

/** One line, whole (wire Line). */
export function toWireLine(row: LineRow, sealing: Sealing) {
  const iccid = sealing.open(linePlace.iccid(row.line_id), row.iccid_sealed)
  const status = lineStates.isState(row.status) ? row.status : 'preparing'
  return {
    ...toLineName(row, sealing),
    type: typeNumbers[row.kind],
    status,
    statusLabel: lineStates.words(status).label,
    ...(isSuspensionReason(row.suspension_reason)
      ? { suspensionReason: row.suspension_reason }
      : {}),
    ...(iccid ? { iccidMasked: `${'*'.repeat(15)}${iccid.slice(-4)}` } : {}),
    ...(row.activated_on ? { activatedOn: row.activated_on } : {}),
    ...(row.ends_on ? { endsOn: row.ends_on } : {}),
    first: row.position === 1,
  }
}

function isSuspensionReason(text: string | null): text is 'unpaid' | 'lost' | 'fraud' {
  return text !== null && suspensionReasons.has(text)
}
