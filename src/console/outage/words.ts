import {
  outageServiceKeys,
  outageServices,
  otherWayLabels,
  otherWays,
  emergencyCallLabels,
  emergencyCallStates,
  outageSeverities,
  outageSeverityLabels,
  outageKinds,
  outageKindLabels,
  type OutageState,
} from '#vocabulary/outage.ts'
import { prefectures } from '#vocabulary/prefecture.ts'
import { formatMoment } from '#console/parts/due.ts'

export const isOver = (state: OutageState) => state === 'resolved' || state === 'cancelled'

export const outageTones: Readonly<Record<OutageState, 'neutral' | 'good' | 'warning' | 'danger'>> =
  { ongoing: 'danger', planned: 'warning', resolved: 'good', cancelled: 'neutral' }

/** The time in Japan as the browser's field wants it, to the minute. */
export const forField = (instant: string) => instant.slice(0, 16)

type Typed = Readonly<Record<string, string>>
type Entry = readonly [term: string, words: string | undefined]

const ticked = (
  typed: Typed,
  name: string,
  values: readonly string[],
  wordOf: (value: string) => string,
) =>
  values
    .filter((value) => typed[`${name}.${value}`] !== undefined)
    .map(wordOf)
    .join('、') || undefined

const wordOf =
  <Name extends string>(names: readonly Name[], words: Readonly<Record<Name, string>>) =>
  (value: string | undefined) => {
    const name = names.find((one) => one === value)
    return name === undefined ? undefined : words[name]
  }

const momentOf = (typed: string | undefined) =>
  typed === undefined || typed === '' ? undefined : formatMoment(`${forField(typed)}:00+09:00`)

/** What a form of the board says, in the words of the board. */
export function factsOfTyped(typed: Typed): Entry[] {
  const isNew = typed['intent'] === 'open'
  return [
    ['件名', typed['title']],
    ['種類', wordOf(outageKinds, outageKindLabels)(typed['kind'])],
    ['影響', wordOf(outageSeverities, outageSeverityLabels)(typed['severity'])],
    [
      '対象',
      ticked(
        typed,
        'services',
        outageServiceKeys,
        (key) => wordOf(outageServiceKeys, outageServices)(key) ?? key,
      ),
    ],
    ['地域', ticked(typed, 'areas', prefectures, String) ?? (isNew ? '全国' : undefined)],
    ['開始', momentOf(typed['beginsAt'])],
    ['終わりの見込み・予定', momentOf(typed['until'])],
    ['終わった日時', momentOf(typed['at'])],
    [
      '110・118・119への通報',
      wordOf(emergencyCallStates, emergencyCallLabels)(typed['emergencyCalls']),
    ],
    ['その状態になった日時', momentOf(typed['emergencySince'])],
    [
      'ほかに使えるもの',
      ticked(typed, 'otherWays', otherWays, (key) => wordOf(otherWays, otherWayLabels)(key) ?? key),
    ],
  ]
}
