import type { Operation } from '#vocabulary/operation.ts'
import type { ErrorCode } from '#protocol/errors.ts'

export type Way = { readonly label: string; readonly href: string }

const waysByReason: Partial<Record<ErrorCode, Way>> = {
  UNPAID: { label: 'お支払いの状況を確認する', href: '/mypage/top.html' },
  SUSPENDED: { label: '停止の理由と再開の方法を確認する', href: '/mypage/top.html' },
  CANCELLATION_BOOKED: { label: '解約の予約を確認する', href: '/mypage/sim/cancel.html' },
  MNP_NUMBER_LIVE: { label: 'MNP転出の状況を確認する', href: '/mypage/portout.html' },
  MNP_NUMBER_COOLDOWN: { label: '前回のMNP転出を確認する', href: '/mypage/portout.html' },
  PLAN_NOT_SHAREABLE: { label: 'データ容量を変更する', href: '/mypage/plan/change.html' },
  SIZE_ALREADY_BOOKED: { label: '予約の内容を確認する', href: '/mypage/plan/change.html' },
  BOOKED_PLAN_NOT_SHAREABLE: {
    label: 'データ容量の予約を確認する',
    href: '/mypage/plan/change.html',
  },
  LINE_LIMIT_REACHED: { label: '回線ごとの解約を見る', href: '/mypage/sim/cancel.html' },
  INITIAL_CANCEL_PERIOD_OVER: { label: '通常の解約を見る', href: '/mypage/sim/cancel.html' },
  INITIAL_CANCEL_NOT_APPLICABLE: { label: '通常の解約を見る', href: '/mypage/sim/cancel.html' },
  KIND_UNCHANGED: { label: '種別を選び直す', href: '/mypage/sim/change.html' },
  NOTHING_BOOKED: { label: 'ご契約内容を確認する', href: '/mypage/contract.html' },
  UNDO_LIMIT_PASSED: { label: 'お手続き状況を確認する', href: '/mypage/order.html' },
  IDEMPOTENCY_KEY_REUSED: { label: 'お手続き状況を確認する', href: '/mypage/order.html' },
  PAPER_ALREADY_ORDERED: { label: '発送の状況を確認する', href: '/mypage/document.html#papers' },
}

/** What to do instead: the order that is in the way first, else what lifts the rule. */
export function insteadOf(reason: {
  readonly code?: ErrorCode | undefined
  readonly blockedByOrderNo?: string | undefined
}): Way | undefined {
  const known = reason.code && waysByReason[reason.code]
  if (known) return known
  return reason.blockedByOrderNo
    ? { label: '進行中のお手続きを確認する', href: orderHref(reason.blockedByOrderNo) }
    : undefined
}

export const orderHref = (orderNo: string) => `/mypage/order.html?no=${encodeURIComponent(orderNo)}`

/** Where each procedure begins. Those without a page of their own under my page's procedures are absent. */
export const entranceOf: Partial<Record<Operation, string>> = {
  planSizeChange: '/mypage/plan/change.html',
  simAdd: '/mypage/sim/add.html',
  simReissue: '/mypage/sim/change.html',
  simKindChange: '/mypage/sim/change.html',
  lineCancel: '/mypage/sim/cancel.html',
  contractCancel: '/mypage/sim/cancel.html',
  portOut: '/mypage/portout.html',
  initialCancel: '/mypage/initial-cancel.html',
  paperCopy: '/mypage/document.html',
}
