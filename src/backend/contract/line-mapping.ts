import type { LineRow } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { lineStates } from '#domain/line/line-states.ts'
import { suspensionReasons } from '#vocabulary/suspension.ts'

/** The associated data of a line's sealed values. */
export const lineAad = {
  number: (lineId: string) => `line.number:${lineId}`,
  iccid: (lineId: string) => `line.iccid:${lineId}`,
  nickname: (lineId: string) => `line.nickname:${lineId}`,
}

const typeNumbers = { data: 1, sms: 2, voice: 3 } as const

export function openNumber(row: LineRow, sealing: Sealing) {
  return sealing.open(lineAad.number(row.line_id), row.number_sealed)
}

export type Nicknamed = { line_id: string; nickname: string; nickname_sealed: string }

/** The line's nickname; empty without one. */
export function openNickname(row: Nicknamed, sealing: Sealing): string {
  if (row.nickname !== '' || row.nickname_sealed === '') return row.nickname
  return sealing.open(lineAad.nickname(row.line_id), row.nickname_sealed)
}

/** The columns of a line's name. */
export function sealNickname(sealing: Sealing, lineId: string, nickname: string) {
  const sealed = nickname === '' ? '' : sealing.seal(lineAad.nickname(lineId), nickname)
  return { nickname: '', nickname_sealed: sealed }
}

/** Which of a contract's slots a line has, from 0: no two lines in service share one. */
export const slotOf = (position: number) => (position - 1) % MOST_LINES

/** As many as the share course has ever had; a slot is a colour on every screen. */
const MOST_LINES = 3

/** The next position whose slot no line has that has not ended. */
export function freePosition(lines: readonly Pick<LineRow, 'position' | 'status'>[]): number {
  const taken = new Set(
    lines.filter(({ status }) => status !== 'ended').map(({ position }) => slotOf(position)),
  )
  const next = Math.max(0, ...lines.map(({ position }) => position)) + 1
  const free = [next, next + 1, next + 2].find((position) => !taken.has(slotOf(position)))
  return free ?? next
}

/** A line as lists and pickers name it (wire LineName). */
export function toLineName(row: LineRow, sealing: Sealing) {
  return {
    lineId: row.line_id,
    nickname: openNickname(row, sealing),
    number: openNumber(row, sealing),
    position: slotOf(row.position) + 1,
    simKind: row.kind,
    simSize: row.sim_size,
  }
}

/** One line, whole (wire Line). */
export function toWireLine(row: LineRow, sealing: Sealing) {
  const iccid = sealing.open(lineAad.iccid(row.line_id), row.iccid_sealed)
  const suspensionReason = suspensionReasons.find((one) => one === row.suspension_reason)
  const status = lineStates.isState(row.status) ? row.status : 'preparing'
  return {
    ...toLineName(row, sealing),
    type: typeNumbers[row.kind],
    status,
    statusLabel: lineStates.words(status).label,
    ...(suspensionReason && { suspensionReason }),
    ...(iccid ? { iccidMasked: `${'*'.repeat(15)}${iccid.slice(-4)}` } : {}),
    ...(row.activated_on ? { activatedOn: row.activated_on } : {}),
    ...(row.ends_on ? { endsOn: row.ends_on } : {}),
    first: row.position === 1,
  }
}
