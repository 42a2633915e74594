import { kindLabels, lineKinds, type LineKind } from '#vocabulary/line.ts'
import { nearestRow, type Dated } from '../catalogue/dated.ts'
import { tokyoDate, type TokyoDate } from '../tokyo.ts'

/** For which kinds of line the holder must be identified, from a day on. */
export type DutyRow = Dated & { readonly kinds: readonly LineKind[]; readonly source: string }

/**
 * Who must be identified. One further row turns it on for data SIMs once the law does (a bill of 2026 is announced: 要確認（法務）);
 * it holds for what is ordered from its first day on, and asks nobody again who has ordered before.
 */
export const dutyRows: DutyRow[] = [
  {
    kinds: ['voice'],
    validFrom: tokyoDate('2019-10-01'),
    source: '携帯電話不正利用防止法 第3条',
  },
]

/** The kinds of line whose holder must be identified on a day, in the usual order. */
export function identifiedKinds(on: TokyoDate): readonly LineKind[] {
  const kinds = nearestRow(dutyRows, on)?.kinds ?? []
  return lineKinds.filter((kind) => kinds.includes(kind))
}

export const mustIdentify = (kind: LineKind, on: TokyoDate) => identifiedKinds(on).includes(kind)

/** 「音声通話SIM」, 「データSIM、音声通話SIM」: for which SIMs, in words. */
export const identifiedWords = (on: TokyoDate) =>
  identifiedKinds(on)
    .map((kind) => kindLabels[kind])
    .join('、')
