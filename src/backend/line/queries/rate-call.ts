import type { Db } from '#backend/db/connect.ts'
import { anyOf, columnsOf } from '#backend/db/rows.ts'
import type { CallRecord } from '#backend/ports/carrier.ts'
import type { CallKind, FlatRate } from '#vocabulary/call.ts'
import { abroadPriceKey } from '#domain/catalogue/abroad.ts'
import { chargedUnits, isFreeNumber, isOutsideUnlimited } from '#domain/catalogue/call.ts'
import { LONGEST_MESSAGE, smsStep } from '#domain/catalogue/call-prices.ts'
import { timesPrice, type Price, type PriceKey } from '#domain/catalogue/figure.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import type { TenthsYen } from '#domain/money.ts'
import {
  endOfDay,
  instant,
  isBefore,
  toTokyoDate,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'

/** What a call or message costs, and the figures it was computed from. */
export type Rating = {
  kind: CallKind
  row: Price
  /** Started periods of 30 s, or messages. */
  units: number
  freeSeconds: number
  flatRate: FlatRate
  amountTenthsYen: TenthsYen
}

/** Why a record cannot be rated, and the missing fact, which is repaired and never guessed (billing.md 11). */
export type RatingFault = {
  reason: 'RATE_MISSING' | 'DURATION_MISSING' | 'LENGTH_MISSING' | 'MESSAGE_TOO_LONG'
  fact: string
}

/** @param unlimited the line has 10分かけ放題: the first ten minutes of a call are free, but for special numbers and abroad. */
export function rateCall(
  record: CallRecord,
  unlimited: boolean,
  book: PriceBook,
): { rating: Rating } | { fault: RatingFault } {
  const on = toTokyoDate(instant(record.startedAt))
  const wanted = record.kind === 'sms' ? meterMessage(record) : meterCall(record, on, unlimited)
  if ('fault' in wanted) return wanted
  const { key, ...metered } = wanted
  const row = book.rateOn(key, on)
  if (row === undefined) return { fault: { reason: 'RATE_MISSING', fact: `${key} on ${on}` } }
  return { rating: { ...metered, row, amountTenthsYen: timesPrice(row, metered.units) } }
}

type Metered = Pick<Rating, 'kind' | 'units' | 'freeSeconds' | 'flatRate'> & { key: PriceKey }

function meterMessage({
  destinationKind,
  characters,
  recordId,
}: CallRecord): Metered | { fault: RatingFault } {
  const one = { units: 1, freeSeconds: 0, flatRate: 'otherTariff' } as const
  if (destinationKind === 'abroad') return { ...one, kind: 'smsAbroad', key: 'sms.abroad' }
  if (characters === null)
    return { fault: { reason: 'LENGTH_MISSING', fact: `characters of ${recordId}` } }
  const step = smsStep(characters)
  if (step === undefined)
    return {
      fault: {
        reason: 'MESSAGE_TOO_LONG',
        fact: `${characters} characters, ${LONGEST_MESSAGE} at most`,
      },
    }
  return { ...one, kind: 'sms', key: `sms.${step}` }
}

function meterCall(
  record: CallRecord,
  on: TokyoDate,
  unlimited: boolean,
): Metered | { fault: RatingFault } {
  const { durationSeconds: seconds, destination, destinationKind, recordId } = record
  if (seconds === null)
    return { fault: { reason: 'DURATION_MISSING', fact: `durationSeconds of ${recordId}` } }
  const whole = (kind: CallKind, key: PriceKey, flatRate: FlatRate): Metered => ({
    kind,
    key,
    units: chargedUnits(seconds, false, on),
    freeSeconds: 0,
    flatRate,
  })
  if (destinationKind === 'abroad')
    return whole('voiceAbroad', abroadPriceKey(destination), 'otherTariff')
  if (isFreeNumber(destination))
    return { ...whole('voice', 'voice.per30s', 'otherTariff'), units: 0 }
  if (record.viaTalk) return whole('talk', 'talk.per30s', 'otherTariff')
  if (isOutsideUnlimited(destination)) return whole('voice', 'voice.per30s', 'excludedNumber')
  if (!unlimited) return whole('voice', 'voice.per30s', 'notJoined')
  return {
    kind: 'voice',
    key: 'voice.per30s',
    units: chargedUnits(seconds, true, on),
    freeSeconds: Math.min(seconds, ruleValue('tenMinuteCallsFree', on)),
    flatRate: 'applied',
  }
}

/** Whether a line had 10分かけ放題 when a call began: from the moment of joining to 24:00 of the last day (billing.md 10). */
export async function loadUnlimited(db: Db, lineIds: readonly string[]) {
  const periods =
    lineIds.length === 0
      ? []
      : await columnsOf(db, 'option_period', ['line_id', 'joined_at', 'to_on'], {
          line_id: anyOf(lineIds),
          option_code: 'tenMinuteCalls',
        })
  const byLine = Map.groupBy(periods, ({ line_id }) => line_id)
  return (lineId: string, startedAt: Instant): boolean =>
    (byLine.get(lineId) ?? []).some(
      ({ joined_at: joinedAt, to_on: lastDay }) =>
        !isBefore(startedAt, joinedAt) &&
        (lastDay === null || isBefore(startedAt, endOfDay(lastDay))),
    )
}
