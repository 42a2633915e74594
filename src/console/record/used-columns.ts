import type { RowColumn } from '#console/parts/rows.tsx'
import { formatVolume } from '#ui/format.ts'

type Used = { readonly highSpeedBytes: number; readonly lowSpeedBytes: number }

/** What was used of a day or a month, at both speeds. */
export const usedColumns: readonly RowColumn<Used>[] = [
  ['高速', ({ highSpeedBytes }) => formatVolume(highSpeedBytes, 'used'), { isEnd: true }],
  [
    '低速',
    ({ lowSpeedBytes }) => formatVolume(lowSpeedBytes, 'used'),
    { isEnd: true, isQuiet: true },
  ],
]
