import type { CallRecord } from '#backend/ports/carrier.ts'
import type { CallKind } from '#vocabulary/call.ts'
import { abroadPriceKey } from '#domain/catalogue/abroad.ts'
import { chargedUnits, isFreeNumber, isOutsideUnlimited } from '#domain/catalogue/call.ts'
import { smsStep } from '#domain/catalogue/call-prices.ts'
import { price, timesPrice, type Price, type PriceKey } from '#domain/catalogue/figure.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import type { TenthsYen } from '#domain/money.ts'
import { instant, toTokyoDate, type TokyoDate } from '#domain/tokyo.ts'

/** What a call or message costs, and what it was computed from. */
export type Rating = {
  kind: CallKind
  row: Price
  /** Of 30 s begun, or messages. */
  units: number
  freeSeconds: number
  amountTenthsYen: TenthsYen
}

/** The longest message the price list knows; a longer one cannot be sent. */
const LONGEST_STEP = 670

/** @param unlimited the line has 10分かけ放題: the first ten minutes of a call are free, but for special numbers and abroad. */
export function rateCall(record: CallRecord, unlimited: boolean): Rating {
  const on = toTokyoDate(instant(record.startedAt))
  return record.kind === 'sms' ? rateMessage(record, on) : rateVoice(record, on, unlimited)
}

function rateMessage(record: CallRecord, on: TokyoDate): Rating {
  if (record.destinationKind === 'abroad') return rated('smsAbroad', 'sms.abroad', on, 1, 0)
  const step = smsStep(record.characters ?? 0) ?? LONGEST_STEP
  return rated('sms', `sms.${step}`, on, 1, 0)
}

function rateVoice(record: CallRecord, on: TokyoDate, unlimited: boolean): Rating {
  const seconds = record.durationSeconds ?? 0
  if (record.destinationKind === 'abroad') {
    const key = abroadPriceKey(record.destination)
    return rated('voiceAbroad', key, on, chargedUnits(seconds, false, on), 0)
  }
  if (isFreeNumber(record.destination)) return rated('voice', 'voice.per30s', on, 0, 0)
  if (record.viaTalk) return rated('talk', 'talk.per30s', on, chargedUnits(seconds, false, on), 0)
  const isFree = unlimited && !isOutsideUnlimited(record.destination)
  const freeSeconds = isFree ? Math.min(seconds, ruleValue('tenMinuteCallsFree', on)) : 0
  return rated('voice', 'voice.per30s', on, chargedUnits(seconds, isFree, on), freeSeconds)
}

function rated(
  kind: Rating['kind'],
  key: PriceKey,
  on: TokyoDate,
  units: number,
  freeSeconds: number,
): Rating {
  const row = price(key, on)
  return { kind, row, units, freeSeconds, amountTenthsYen: timesPrice(row, units) }
}
