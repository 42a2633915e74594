import type { ReactNode } from 'react'
import { TextLink } from '#ui/text-link.tsx'
import { bookedWords } from '#portal/mypage/flow/wording.ts'
import { formatDate, formatYen } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { linkTo } from '../places.ts'
import type { Contract, Orders, Unpaid } from '#portal/mypage/shared/wire.ts'

type FirstThingsProps = {
  readonly contract: Contract | undefined
  readonly unpaid: Unpaid | undefined
  readonly orders: Orders | undefined
}

/** What needs the member before anything else; nothing at all when nothing does. */
export function FirstThings({ contract, unpaid, orders }: FirstThingsProps) {
  const todos = (orders?.rows ?? []).filter(({ todo }) => todo !== undefined)
  const bills = unpaid?.bills ?? []
  return (
    <>
      {bills.length === 0 ? null : <UnpaidNotice unpaid={bills} totalYen={unpaid?.totalYen ?? 0} />}
      {contract?.status === 'suspended' && bills.length === 0 ? (
        <Notice tone="danger" title="ご利用を停止しています">
          <p>{wordsOfSuspension(contract)}</p>
          <Go path="/mypage/billing/pay.html">お支払いに進む</Go>
        </Notice>
      ) : null}
      {todos.map(({ orderNo, title, message, todo, path }) => (
        <Notice key={orderNo} tone="warning" title={`${title}：お客様の操作が必要です`}>
          <p>{message}</p>
          <Go path={todo?.path ?? path}>{todo?.label ?? '状況を見る'}</Go>
        </Notice>
      ))}
      {(contract?.bookedChanges ?? []).map((change) => (
        <Notice key={change.orderNo} title={`予約中：${change.title}`}>
          <p>{bookedWords(change)}</p>
          <Go path={change.path}>内容を確認する</Go>
        </Notice>
      ))}
    </>
  )
}

function UnpaidNotice({
  unpaid,
  totalYen,
}: {
  readonly unpaid: Unpaid['bills']
  readonly totalYen: number
}) {
  const [first] = unpaid
  if (first === undefined) return null
  return (
    <Notice tone="danger" title={`お支払いの確認ができていません（${formatYen(totalYen)}）`}>
      <p>{first.reason}</p>
      {first.suspendOn === undefined ? null : (
        <p>{formatDate(first.suspendOn)}までにお支払いがないと、ご利用を停止します。</p>
      )}
      <p>お支払いが済むと、すぐにご利用を再開できます。</p>
      <Go path="/mypage/billing/pay.html">いま支払う</Go>
    </Notice>
  )
}

function wordsOfSuspension({ suspensionReason }: Contract): string {
  if (suspensionReason === 'unpaid')
    return 'お支払いの確認ができていないため、通話・SMS・データ通信を停止しています。お支払いが済むと、すぐに再開します。'
  if (suspensionReason === 'lost')
    return '紛失のお届けにより停止しています。見つかったときは、回線のページからすぐに再開できます。'
  return '安全のため停止しています。詳しい理由と再開の方法は、お問い合わせ窓口でご案内します。'
}

function Go({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const href = linkTo(path)
  return href === undefined ? null : (
    <p>
      <TextLink href={href}>{children}</TextLink>
    </p>
  )
}
