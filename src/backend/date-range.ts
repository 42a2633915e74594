import { RefusalError } from '#backend/refusal.ts'
import { daysBetween, isTokyoDate, tokyoDate, type TokyoDate } from '#domain/tokyo.ts'

/** Days a listing may span at once (ours): a year and the month it began in. */
const LONGEST_DAYS = 400

export type DateRange = { from: TokyoDate; to: TokyoDate }

/** @throws RefusalError VALIDATION_FAILED when the end lies before the beginning, or the range is too long. */
export function readRange(asked: { from: string; to: string }): DateRange {
  const { from, to } = asked
  if (!isTokyoDate(from) || !isTokyoDate(to)) throw new RefusalError('VALIDATION_FAILED')
  if (to < from) throw invalid('終了日は、開始日と同じ日かあとの日にしてください。')
  if (daysBetween(from, to) >= LONGEST_DAYS)
    throw invalid(`一度に表示できるのは${LONGEST_DAYS}日分までです。期間を短くしてください。`)
  return { from: tokyoDate(from), to: tokyoDate(to) }
}

function invalid(sentence: string) {
  return new RefusalError({ code: 'VALIDATION_FAILED', fields: { to: [sentence] } })
}
