import type { RowColumn } from '#console/parts/rows.tsx'
import { formatVolume } from '#ui/format.ts'

type Used = { readonly highSpeedBytes: number; readonly lowSpeedBytes: number }

/** What was used of a day or a month, at both speeds. */
export const usedColumns: readonly RowColumn<Used>[] = [
  {
    header: '高速',
    isEnd: true,
    cell: ({ highSpeedBytes }) => formatVolume(highSpeedBytes, 'used'),
  },
  {
    header: '低速',
    isEnd: true,
    isQuiet: true,
    cell: ({ lowSpeedBytes }) => formatVolume(lowSpeedBytes, 'used'),
  },
]
