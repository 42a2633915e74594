import { orderPage, pages } from '#vocabulary/pages.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import { procedurePages } from '#portal/mypage/flow/procedures.ts'
import type { ErrorCode } from '#protocol/errors.ts'

export type Way = {
  readonly label: string
  readonly href: string
  /** The page leads back to where one was. */
  readonly leadsBack?: boolean
}

const general = {
  UNPAID: { label: 'お支払いの状況を確認する', href: pages.pay },
  CARD_MISSING: { label: 'カードを登録・変更する', href: pages.card, leadsBack: true },
  PAYMENT_REFUSED: { label: 'カードを変更する', href: pages.card, leadsBack: true },
  PAYMENT_UNKNOWN: { label: 'お支払いの状況を確認する', href: pages.pay },
  SPENDING_LIMIT_REACHED: { label: '料金の上限を変える', href: pages.spending, leadsBack: true },
  NOTHING_TO_PAY: { label: 'これまでの請求を見る', href: pages.billing },
  PORT_OUT_LOCKED: { label: 'ロックを確認・解除する', href: pages.lock },
  SIM_CHANGE_LOCKED: { label: 'ロックを確認・解除する', href: pages.lock },
  TOP_UP_LOCKED: { label: 'ロックを確認・解除する', href: pages.lock },
  LOCK_LIFTING: { label: 'ロックの状況を確認する', href: pages.lock },
  SUSPENDED: { label: '停止の理由と再開の方法を確認する', href: pages.top },
  NOTHING_BOOKED: { label: 'ご契約内容を確認する', href: pages.contract },
  UNDO_LIMIT_PASSED: { label: 'お手続き状況を確認する', href: pages.orders },
  OUTCOME_UNKNOWN: { label: 'お手続き状況を確認する', href: pages.orders },
  IDEMPOTENCY_KEY_REUSED: { label: 'お手続き状況を確認する', href: pages.orders },
  PAPER_ALREADY_ORDERED: { label: '発送の状況を確認する', href: `${pages.documents}#papers` },
} satisfies Partial<Record<ErrorCode, Way>>

/** With those to the pages of procedures, which declare what they lift. */
const waysByReason = new Map<string, Way>([
  ...Object.entries(general),
  ...Object.values(procedurePages).flatMap(({ path, lifts = {} }) =>
    Object.entries(lifts).map(([code, label]): [string, Way] => [code, { label, href: path }]),
  ),
])

/** What to do instead: the order that is in the way first, else what lifts the rule. */
export function insteadOf({
  code = '',
  blockedBy,
}: Pick<Partial<Refusal>, 'code' | 'blockedBy'>): Way | undefined {
  const known = waysByReason.get(code)
  if (known !== undefined) return known
  return blockedBy ? { label: '進行中のお手続きを確認する', href: orderPage(blockedBy) } : undefined
}
