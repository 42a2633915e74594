import { formatDay, formatVolume } from './format.ts'

export type BarsDay = {
  readonly date: string
  readonly highBytes: number
  readonly lowBytes: number
  /** Not final yet: hatched, and said so in the table. */
  readonly provisional?: boolean
}

/** A day in words, for the chart and its pointer. */
export function dayWords({ date, highBytes, lowBytes, provisional = false }: BarsDay): string {
  const words = `${formatDay(date)} 高速 ${formatVolume(highBytes, 'used')}、低速 ${formatVolume(lowBytes, 'used')}`
  return provisional ? `${words}（暫定値）` : words
}

/** The whole chart in one sentence. */
export function chartWords(caption: string, days: readonly BarsDay[]): string {
  const sum = (pick: (day: BarsDay) => number) => days.reduce((total, day) => total + pick(day), 0)
  const high = formatVolume(
    sum(({ highBytes }) => highBytes),
    'used',
  )
  const low = formatVolume(
    sum(({ lowBytes }) => lowBytes),
    'used',
  )
  return `${caption}。${days.length}日間の合計は、高速 ${high}、低速 ${low}です。日ごとの値は下の表にあります。`
}
