import type { ReactNode } from 'react'
import { TextLink } from '#ui/text-link.tsx'
import { bookedWords } from '#portal/mypage/flow/wording.ts'
import { formatDate, formatYen } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { linkTo } from '../places.ts'
import { HowToPay, Suspended } from '#portal/mypage/shared/suspended.tsx'
import type { Contract, Orders, Unpaid } from '#portal/mypage/shared/wire.ts'

type FirstThingsProps = {
  readonly contract: Contract | undefined
  readonly unpaid: Unpaid | undefined
  readonly orders: Orders | undefined
}

/** What needs the member before anything else; nothing at all when nothing does. */
export function FirstThings({ contract, unpaid, orders }: FirstThingsProps) {
  const todos = (orders?.rows ?? []).filter(({ todo }) => todo !== undefined)
  return (
    <>
      {contract?.status === 'suspended' ? (
        <Suspended reason={contract.suspensionReason} unpaid={unpaid} />
      ) : unpaid === undefined ? null : (
        <UnpaidNotice unpaid={unpaid} />
      )}
      {todos.map(({ orderNo, title, message, todo, path }) => (
        <Notice key={orderNo} tone="warning" title={`${title}：お客さまの操作が必要です`}>
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

function UnpaidNotice({ unpaid }: { readonly unpaid: Unpaid }) {
  const [first] = unpaid.bills
  if (first === undefined) return null
  return (
    <Notice tone="danger" title={`お支払いの確認ができていません（${formatYen(unpaid.totalYen)}）`}>
      <p>{first.reason}</p>
      {first.suspendOn === undefined ? null : (
        <p>{formatDate(first.suspendOn)}までにお支払いがないと、ご利用を停止します。</p>
      )}
      <p>お支払いが済むと、すぐにご利用を再開できます。</p>
      <HowToPay unpaid={unpaid} />
    </Notice>
  )
}

function Go({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const href = linkTo(path)
  return href === undefined ? null : (
    <p>
      <TextLink href={href}>{children}</TextLink>
    </p>
  )
}
