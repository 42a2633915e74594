import { formatCount } from './yen.ts'

/** What a line of the member's points is. */
export const pointEntryKinds = ['earned', 'used', 'givenBack', 'takenBack'] as const
export type PointEntryKind = (typeof pointEntryKinds)[number]

export const pointEntryLabels: Readonly<Record<PointEntryKind, string>> = {
  earned: '獲得',
  used: '利用',
  givenBack: '返却',
  takenBack: '取り消し',
}

/** Whether it is still to come, awaited, done, or refused by the partner. */
export const pointEntryStates = ['planned', 'asked', 'done', 'refused'] as const
export type PointEntryState = (typeof pointEntryStates)[number]

export const pointEntryStateLabels: Readonly<Record<PointEntryState, string>> = {
  planned: '予定',
  asked: '手続き中',
  done: '完了',
  refused: 'できませんでした',
}

/** 「300ポイント」 */
export function formatPoints(points: number): string {
  return `${formatCount(points)}ポイント`
}
