import { lineOf, type LoadedContract } from '#backend/contract/load.ts'
import { monthlyChange, monthlyUse } from '#backend/contract/monthly-use.ts'
import type { HeldOption } from '#backend/contract/options.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import { options } from '#domain/catalogue/option.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { factOf, type OptionPlace } from '#domain/option/decide-option.ts'
import { joinTiming, leaveTiming } from '#domain/option/timing.ts'
import {
  formatRfc3339,
  toTokyoDate,
  tokyoDate,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import { consequencesOf, isFreeOn, joinNotices, undoNotice } from './words.ts'

type Known = {
  readonly known: LoadedContract
  readonly held: readonly HeldOption[]
  readonly sealing: Sealing
  readonly book: PriceBook
}

/** What joining now would mean; `undoes` where leaving was booked and is taken back. Whether it is allowed is asked apart. */
export function estimateJoin(
  { known, held, sealing, book }: Known,
  wish: OptionPlace,
  undoes: boolean,
  now: Instant,
) {
  const { name, switched } = options[wish.code]
  const { effectiveOn } = joinTiming(now)
  const others = held.filter((one) => one !== factOf(held, wish))
  const joined = [...others, { ...wish, state: 'active' as const }]
  const endsOn = factOf(held, wish)?.state === 'cancel_requested' ? endOf(held, wish) : undefined
  const estimate = {
    operation: 'optionJoin' as const,
    lines: linesOf(known, wish, sealing),
    changes: [
      undoes && endsOn !== undefined
        ? { label: name, before: `${formatDay(endsOn)}で終了`, after: '続けて利用' }
        : { label: name, before: '利用していません', after: '利用する' },
    ],
    effectiveOn,
    ...(switched.by === 'us' || undoes ? {} : { effectiveAt: formatRfc3339(now) }),
    oneOff: totalsOf([], effectiveOn, book),
    ...monthlyChange(monthlyUse(known, others), monthlyUse(known, joined), effectiveOn, book),
    interruption: { expected: false, message: '通信や通話が止まることはありません。' },
    blockedMeanwhile: [],
    notices: undoes ? [undoNotice] : joinNotices(wish.code, isFreeOn(wish.code, effectiveOn, book)),
  }
  return { ...estimate, conditions: conditionsOf(estimate, wish) }
}

/** What leaving now would mean. */
export function estimateLeave(
  { known, held, sealing, book }: Known,
  wish: OptionPlace,
  now: Instant,
) {
  const { name } = options[wish.code]
  const { effectiveOn, undoUntil } = leavingOf(known, wish, now)
  const others = held.filter((one) => one !== factOf(held, wish))
  const isAtOnce = options[wish.code].leaves === 'atOnce'
  const estimate = {
    operation: 'optionLeave' as const,
    lines: linesOf(known, wish, sealing),
    changes: [
      {
        label: name,
        before: '利用中',
        after: isAtOnce ? '利用しない' : `${formatDay(effectiveOn)}で終了`,
      },
    ],
    effectiveOn,
    ...(isAtOnce ? { effectiveAt: formatRfc3339(now) } : {}),
    oneOff: totalsOf([], effectiveOn, book),
    ...monthlyChange(monthlyUse(known, held), monthlyUse(known, others), effectiveOn, book),
    interruption: { expected: false, message: '通信や通話が止まることはありません。' },
    ...(undoUntil === undefined ? {} : { undoUntil: formatRfc3339(undoUntil) }),
    blockedMeanwhile: [],
    notices: consequencesOf(wish.code, isFreeOn(wish.code, effectiveOn, book)),
  }
  return { ...estimate, conditions: conditionsOf(estimate, wish) }
}

/** The last day, and until when leaving can be taken back. */
export function leavingOf(known: LoadedContract, { code, lineId }: OptionPlace, now: Instant) {
  if (options[code].leaves === 'atOnce')
    return { effectiveOn: toTokyoDate(now), undoUntil: undefined }
  const line = lineId === undefined ? undefined : lineOf(known, lineId)
  return leaveTiming(now, line?.ends_on ?? known.contract.ends_on ?? undefined)
}

function endOf(held: readonly HeldOption[], wish: OptionPlace): TokyoDate | undefined {
  const day = factOf(held, wish)?.period?.to_on
  return day ? tokyoDate(day) : undefined
}

function linesOf(known: LoadedContract, { lineId }: OptionPlace, sealing: Sealing) {
  return lineId === undefined ? [] : [toLineName(lineOf(known, lineId), sealing)]
}
