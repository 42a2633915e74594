import { fullNameOfLine, lineWithSim } from '#portal/mypage/shared/line-words.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { Arrival } from '#portal/mypage/flow/confirm-form.tsx'
import {
  type QueuedProcedure,
  WithdrawForm,
  isWaiting,
} from '#portal/mypage/flow/queued-notice.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TapLink, TextLink } from '#ui/text-link.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { orderApi } from '#protocol/order.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'

/** What is done for the member the moment it frees up; it can be withdrawn until then. */
function QueueList({
  procedures,
  keys,
}: {
  readonly procedures: readonly QueuedProcedure[]
  readonly keys: FormKeys
}) {
  return procedures.map((one) => (
    <Card key={one.queueId}>
      <div className="section__head">
        <h3>{one.label}</h3>
        <Badge tone={one.state === 'refused' ? 'warning' : 'neutral'}>{one.stateLabel}</Badge>
      </div>
      {one.line === undefined ? null : <p>{fullNameOfLine(one.line)}</p>}
      {one.reason.message === undefined || one.state === 'withdrawn' ? null : (
        <p>{one.reason.message}</p>
      )}
      {one.expectedOn === undefined || !isWaiting(one) ? null : (
        <p>
          手続きできる見込み：<strong>{formatWhen(one.expectedOn)}</strong>
        </p>
      )}
      <p className="small">{formatDateTime(one.queuedAt)}に受け付け</p>
      {one.orderNo === undefined ? null : (
        <TapLink href={orderPage(one.orderNo)}>申し込んだ手続きを見る</TapLink>
      )}
      {isWaiting(one) ? <WithdrawForm queueId={one.queueId} keys={keys} /> : null}
    </Card>
  ))
}

type Orders = Result<typeof orderApi.statusApplyStateGet>

type ListProps = AtReview & {
  readonly only: 'open' | 'all'
  readonly list: Orders
  readonly procedures: readonly QueuedProcedure[]
}

const path = pages.orders
const tabs = [
  { href: path, label: '進行中' },
  { href: `${path}?only=all`, label: 'すべて' },
]

export function OrderList({ only, list, procedures, note, refused, keys }: ListProps) {
  return (
    <>
      <Arrival note={note} />
      <Stopped title="受け付けられませんでした" refused={refused} />
      <Tabs
        label="お手続きの範囲"
        tabs={tabs}
        current={only === 'all' ? `${path}?only=all` : path}
      />
      {list.rows.length === 0 ? (
        <EmptyState
          title={only === 'all' ? 'お手続きの記録はありません' : '進行中のお手続きはありません'}
        >
          お手続きがあるあいだ、ここに状況と次の予定日が表示されます。
        </EmptyState>
      ) : (
        list.rows.map((order) => <OrderCard key={order.orderNo} order={order} />)
      )}
      {list.nextCursor === undefined ? null : (
        <TapLink href={`${path}?${new URLSearchParams({ only, cursor: list.nextCursor })}`}>
          これより前のお手続きを見る
        </TapLink>
      )}
      {procedures.length === 0 ? null : (
        <Section id="queue" title="順番待ちの手続き">
          <QueueList procedures={procedures} keys={keys} />
        </Section>
      )}
    </>
  )
}

const badgeTones = { info: 'neutral', good: 'good', warning: 'warning', danger: 'danger' } as const

function OrderCard({ order }: { readonly order: Orders['rows'][number] }) {
  const { title, stateLabel, tone, message, lines, next, todo, path: href, orderedAt } = order
  return (
    <Card>
      <div className="section__head">
        <h2 className="tap">
          <TextLink href={href}>{title}</TextLink>
        </h2>
        <Badge tone={badgeTones[tone]}>{stateLabel}</Badge>
      </div>
      {lines.length === 0 ? null : <p>{lines.map(lineWithSim).join('、')}</p>}
      <p>{message}</p>
      {next === undefined ? null : (
        <p>
          {next.label}：<strong>{formatWhen(next.on)}</strong>
        </p>
      )}
      {todo === undefined ? null : (
        <p>
          <ButtonLink href={todo.path}>{todo.label}</ButtonLink>
        </p>
      )}
      <p className="small">
        受付番号 {order.orderNo}・{formatDateTime(orderedAt)}受付
      </p>
    </Card>
  )
}
