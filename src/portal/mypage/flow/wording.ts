import type { OrderedOperation } from '#vocabulary/operation.ts'
import { procedurePages } from '#portal/mypage/flow/procedures.ts'
import { formatCount, formatDate, formatDateTime, formatTime } from '#ui/format.ts'

export const formatWhen = (when: string) =>
  when.includes('T') ? formatDateTime(when) : formatDate(when)

/** An instant that no longer counts itself: midnight is said as 24:00 of the day before. */
export function formatLimit(instant: string): string {
  if (formatTime(instant) !== '0:00') return `${formatDateTime(instant)}まで`
  const minuteBefore = new Date(Date.parse(instant) - 60_000).toISOString()
  return `${formatDate(minuteBefore)}24:00まで`
}

/** `＋198円`, `−198円`, `変わりません` */
export function formatDelta(deltaYen: number): string {
  if (deltaYen === 0) return '変わりません'
  return deltaYen > 0 ? `＋${formatCount(deltaYen)}円` : `${formatCount(deltaYen)}円`
}

/** Until when the order can be taken back, of an estimate. */
export function undoWords(estimate: Undoable): string {
  const { undoUntil, undoWhile } = estimate
  if (undoUntil !== undefined) return `${formatLimit(undoUntil)}取り消せます。`
  return undoWhile === undefined
    ? 'お申し込み後の取り消しはできません。'
    : `${undoWhile}、お手続き状況の画面から費用なしで取り消せます。`
}

export const dayOfEstimate = (operation: OrderedOperation) =>
  procedurePages[operation]?.day ?? '適用日'

export const dayOfReceipt = (operation: OrderedOperation) =>
  procedurePages[operation]?.receiptDay ?? dayOfEstimate(operation)

type Undoable = { undoUntil?: string | undefined; undoWhile?: string | undefined }

type Booked = {
  readonly operation: OrderedOperation
  readonly effectiveOn: string
  readonly undoUntil?: string | undefined
}

/** When a booked change comes into force, and until when it can be taken back. */
export function bookedWords({ operation, effectiveOn, undoUntil }: Booked): string {
  const { ends, day } = procedurePages[operation] ?? {}
  const begins = `${formatDate(effectiveOn)}${ends ? `が${day}です。` : 'に適用されます。'}`
  return undoUntil === undefined ? begins : `${begins}${formatLimit(undoUntil)}取り消せます。`
}
