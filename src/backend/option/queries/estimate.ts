import { lineOf, type LoadedContract } from '#backend/contract/load.ts'
import { monthlyChange, monthlyUse } from '#backend/contract/monthly-use.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import { options } from '#domain/catalogue/option.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { factOf, type OptionPlace } from '#domain/option/decide-option.ts'
import { joinTiming, leaveTiming } from '#domain/option/timing.ts'
import { formatRfc3339, toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import type { OptionFacts } from './load.ts'
import { consequencesOf, isFreeOn, joinNotices, undoNotice } from './notices.ts'

type Deps = { readonly sealing: Sealing; readonly book: PriceBook }

/** What joining now would mean; `undoes` where leaving was booked and is taken back. Whether it is allowed is asked apart. */
export function estimateJoin(
  { sealing, book }: Deps,
  { known, active }: OptionFacts,
  { place, undoes, now }: { place: OptionPlace; undoes: boolean; now: Instant },
) {
  const { code } = place
  const { name, switched } = options[code]
  const { effectiveOn } = joinTiming(now)
  const own = factOf(active, place)
  const others = active.filter((one) => one !== own)
  const joined = [...others, { ...place, state: 'active' as const }]
  const endsOn = own?.state === 'cancel_requested' ? own.period?.to_on : undefined
  const estimate = {
    operation: 'optionJoin' as const,
    lines: linesOf(known, place.lineId, sealing),
    changes: [
      undoes && endsOn
        ? { label: name, before: `${formatDay(tokyoDate(endsOn))}で終了`, after: '続けて利用' }
        : { label: name, before: '利用していません', after: '利用する' },
    ],
    effectiveOn,
    ...(switched.by === 'us' || undoes ? {} : { effectiveAt: formatRfc3339(now) }),
    oneOff: totalsOf([], effectiveOn, book),
    ...monthlyChange(monthlyUse(known, others), monthlyUse(known, joined), effectiveOn, book),
    interruption: { expected: false, message: '通信や通話が止まることはありません。' },
    blockedMeanwhile: [],
    notices: undoes ? [undoNotice] : joinNotices(code, isFreeOn(code, effectiveOn, book)),
  }
  return { ...estimate, conditions: conditionsOf(estimate, place) }
}

/** What leaving now would mean. */
export function estimateLeave(
  { sealing, book }: Deps,
  { known, active }: OptionFacts,
  { place, now }: { place: OptionPlace; now: Instant },
) {
  const { code } = place
  const { name, leaves } = options[code]
  const { effectiveOn, undoUntil } = leavingOf(known, place, now)
  const own = factOf(active, place)
  const others = active.filter((one) => one !== own)
  const isAtOnce = leaves === 'atOnce'
  const estimate = {
    operation: 'optionLeave' as const,
    lines: linesOf(known, place.lineId, sealing),
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
    ...monthlyChange(monthlyUse(known, active), monthlyUse(known, others), effectiveOn, book),
    interruption: { expected: false, message: '通信や通話が止まることはありません。' },
    ...(undoUntil === undefined ? {} : { undoUntil: formatRfc3339(undoUntil) }),
    blockedMeanwhile: [],
    notices: consequencesOf(code, isFreeOn(code, effectiveOn, book)),
  }
  return { ...estimate, conditions: conditionsOf(estimate, place) }
}

/** The last day, and until when leaving can be taken back. */
export function leavingOf(known: LoadedContract, { code, lineId }: OptionPlace, now: Instant) {
  if (options[code].leaves === 'atOnce')
    return { effectiveOn: toTokyoDate(now), undoUntil: undefined }
  const line = lineId === undefined ? undefined : lineOf(known, lineId)
  return leaveTiming(now, line?.ends_on ?? known.contract.ends_on ?? undefined)
}

function linesOf(known: LoadedContract, lineId: string | undefined, sealing: Sealing) {
  return lineId === undefined ? [] : [toLineName(lineOf(known, lineId), sealing)]
}
