import type { SummaryEntry } from '#ui/summary-list.tsx'
import { formatYen } from '#ui/format.ts'

/** What is overdue, for those who leave: it stays to be paid. Its amount is 0 where no bill of ours is behind it. */
export function debtEntry(isUnpaid: boolean, unpaidYen: number): SummaryEntry {
  const amount = unpaidYen === 0 ? 'お支払いを確認できていない料金があります' : formatYen(unpaidYen)
  return [
    '未払いの料金',
    isUnpaid ? `${amount}（終了したあとも、お支払いが必要です）` : 'ありません',
  ]
}

/** What is left of a device's instalments, for those who leave; nothing where nothing is. */
export function instalmentsEntry(
  remainingYen: number,
  after: '解約後' | '転出後' | 'ゆずった後',
): SummaryEntry[] {
  if (remainingYen === 0) return []
  const value = `${formatYen(remainingYen)}（${after}も毎月の支払いが続きます）`
  return [['端末の分割払いの残り', value]]
}
