import { formatVolume } from '#ui/format.ts'
import type { Contract } from './wire.ts'

/** What the month in which the line opens gives (domain.md 3); a light size has no data of its own. */
export function firstDataWords({ baseBytes }: Pick<Contract, 'baseBytes'>): string {
  return baseBytes === 0
    ? '開通すると、低速（200 kbps）の使い放題でお使いいただけます。'
    : `開通した日に、その月の残り日数分のデータが入ります（1か月分は${formatVolume(baseBytes, 'quota')}）。`
}

/** What the first bill holds, and when it is charged. */
export const FIRST_BILL =
  '月額料金は、開通した日からの日割りです。最初のご請求は、開通した月の翌月1日に確定し、7日にカードへ請求します。'
