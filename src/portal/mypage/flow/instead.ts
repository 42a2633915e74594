import { orderPage, pages } from '#vocabulary/pages.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'

export type Way = { readonly label: string; readonly href: string }

const waysByReason = {
  UNPAID: { label: 'お支払いの状況を確認する', href: pages.top },
  SUSPENDED: { label: '停止の理由と再開の方法を確認する', href: pages.top },
  CANCELLATION_BOOKED: { label: '解約の予約を確認する', href: pages.cancel },
  MNP_NUMBER_LIVE: { label: 'MNP転出の状況を確認する', href: pages.portOut },
  MNP_NUMBER_COOLDOWN: { label: '前回のMNP転出を確認する', href: pages.portOut },
  PLAN_NOT_SHAREABLE: { label: 'データ容量を変更する', href: pages.planChange },
  SIZE_ALREADY_BOOKED: { label: '予約の内容を確認する', href: pages.planChange },
  BOOKED_PLAN_NOT_SHAREABLE: {
    label: 'データ容量の予約を確認する',
    href: pages.planChange,
  },
  LINE_LIMIT_REACHED: { label: '回線ごとの解約を見る', href: pages.cancel },
  INITIAL_CANCEL_PERIOD_OVER: { label: '通常の解約を見る', href: pages.cancel },
  INITIAL_CANCEL_NOT_APPLICABLE: { label: '通常の解約を見る', href: pages.cancel },
  KIND_UNCHANGED: { label: '種別を選び直す', href: pages.simChange },
  NOTHING_BOOKED: { label: 'ご契約内容を確認する', href: pages.contract },
  UNDO_LIMIT_PASSED: { label: 'お手続き状況を確認する', href: pages.orders },
  IDEMPOTENCY_KEY_REUSED: { label: 'お手続き状況を確認する', href: pages.orders },
  PAPER_ALREADY_ORDERED: { label: '発送の状況を確認する', href: `${pages.documents}#papers` },
} satisfies Partial<Record<ErrorCode, Way>>

/** What to do instead: the order that is in the way first, else what lifts the rule. */
export function insteadOf({
  code = '',
  blockedBy,
}: Pick<Partial<Refusal>, 'code' | 'blockedBy'>): Way | undefined {
  const known: Partial<Record<string, Way>> = waysByReason
  if (known[code] !== undefined) return known[code]
  return blockedBy ? { label: '進行中のお手続きを確認する', href: orderPage(blockedBy) } : undefined
}
