import { formatVolume } from '#ui/format.ts'

/** 「残りが500MBを下回ったとき」 */
export const thresholdWords = (atBytes: number) =>
  atBytes === 0 ? '使い切ったとき' : `残りが${formatVolume(atBytes, 'quota')}を下回ったとき`

/** Offered: when nothing is left, and the sizes of the packs. */
export const thresholds = [0, 100_000_000, 500_000_000, 1_000_000_000]

export const timesOffered = Array.from({ length: 10 }, (_, n) => n + 1)
