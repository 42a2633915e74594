import type { ClockCommand } from '#backend/jobs/moved-clock.ts'
import { StartRefusal } from '#process/start-refusal.ts'

const step = /^\+(\d{1,4})(min|h|d|mo)$/
const units = { min: 'minutes', h: 'hours', d: 'days', mo: 'months' } as const
const local = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/

/**
 * `real`, a step (`+3h`, `+1d`, `+1mo`, `+30min`), or a time: RFC 3339, or without an offset the
 * date or time in Japan.
 * @throws {StartRefusal} for anything else.
 */
export function parseClockArgument(text: string | undefined): ClockCommand {
  const word = text?.trim() ?? ''
  if (word === 'real') return 'real'
  const command = parseStep(word) ?? parseTime(word)
  if (command) return command
  throw new StartRefusal(
    `"${word}" is not a time: say e.g. npm run clock -- 2026-12-01T00:00+09:00, -- +1d, -- +3h, or -- real.`,
  )
}

function parseStep(word: string): ClockCommand | undefined {
  const [, count, unit] = step.exec(word) ?? []
  if (unit !== 'min' && unit !== 'h' && unit !== 'd' && unit !== 'mo') return undefined
  return { by: Temporal.Duration.from({ [units[unit]]: Number(count) }) }
}

function parseTime(word: string): ClockCommand | undefined {
  try {
    if (!local.test(word)) return { to: Temporal.Instant.from(word) }
    return { to: Temporal.PlainDateTime.from(word).toZonedDateTime('Asia/Tokyo').toInstant() }
  } catch {
    return undefined
  }
}
