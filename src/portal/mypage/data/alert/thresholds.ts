import { formatCount, formatVolume, formatYen } from '#ui/format.ts'
import { plainNumber } from '#vocabulary/typed-number.ts'
import type { Alerts } from '#portal/mypage/shared/wire.ts'

export type Threshold = Alerts['thresholds'][number]
export type Unit = Threshold['unit']

/** In the order of the form: what the boxes of one unit ask, and the field of a value of one's own. */
export const alertGroups = [
  {
    unit: 'remainingBytes',
    legend: '残量がこれを下回ったとき',
    field: 'ownBytes',
    own: 'ほかの残量（MB）',
  },
  {
    unit: 'usedPercent',
    legend: '今月分のこれだけを使ったとき',
    field: 'ownPercent',
    own: 'ほかの割合（％）',
  },
  {
    unit: 'chargesYen',
    legend: '今月のチャージなどの料金がこれを超えたとき',
    field: 'ownYen',
    own: 'ほかの金額（円）',
  },
] as const

/** 「500 MB」, 「80％」, 「3,000円」. */
export function wordsOf({ unit, value }: Pick<Threshold, 'unit' | 'value'>): string {
  if (unit === 'remainingBytes') return formatVolume(value, 'quota')
  return unit === 'usedPercent' ? `${value}％` : formatYen(value)
}

/** What is offered beside whatever the member has set already. */
const offered: Record<Unit, readonly number[]> = {
  remainingBytes: [3_000_000_000, 1_000_000_000, 500_000_000, 100_000_000],
  usedPercent: [50, 80, 100],
  chargesYen: [1_000, 3_000, 5_000],
}

/** What a ticked box sends: the threshold as the wire takes it. */
export const choiceOf = ({ unit, value }: Pick<Threshold, 'unit' | 'value'>) =>
  JSON.stringify({ unit, value, enabled: true })

/** The boxes of one unit: what is offered and what is set, each once, largest volume first. */
export function choicesOf(unit: Unit, thresholds: readonly Threshold[]) {
  const own = thresholds.filter((threshold) => threshold.unit === unit)
  const values = new Set([...offered[unit], ...own.map(({ value }) => value)])
  return [...values]
    .sort((a, b) => (unit === 'remainingBytes' ? b - a : a - b))
    .map((value) => ({
      unit,
      value,
      enabled: own.some((threshold) => threshold.value === value && threshold.enabled),
    }))
}

const bytesPerMb = 1_000_000
const mostOwn: Record<Unit, number> = {
  remainingBytes: 999_999,
  usedPercent: 100,
  chargesYen: 999_999,
}

/** Three sentences may stand together at the head of the form: each says which field it is about. */
const ownNames: Record<Unit, string> = {
  remainingBytes: '残量（MB）',
  usedPercent: '割合（％）',
  chargesYen: '金額（円）',
}

/** A value of the member's own, typed in MB, percent or yen; undefined when empty, a sentence when it is none. */
export function readOwn(unit: Unit, typed: string): Threshold | string | undefined {
  const digits = plainNumber(typed)
  if (digits === '') return undefined
  const value = Number(digits)
  if (!/^\d{1,7}$/.test(digits) || value < 1 || value > mostOwn[unit])
    return `${ownNames[unit]}は、1から${formatCount(mostOwn[unit])}までの数字で入力してください。`
  return { unit, value: unit === 'remainingBytes' ? value * bytesPerMb : value, enabled: true }
}
