import { HealthLines } from '#portal/mypage/shared/health-lines.tsx'
import type { HealthLine } from '#portal/mypage/shared/health-line.ts'
import { linkTo } from '../entrances.ts'
import { firstDataWords } from '#portal/mypage/shared/first-month.ts'
import { FirstBillWords } from '#portal/mypage/shared/first-bill.tsx'
import type { FirstBills } from '#portal/mypage/shared/first-bills.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { OrderStage, timelineOf } from '#portal/mypage/shared/order-stage.tsx'
import type { Contract, OrderDetail } from '#portal/mypage/shared/wire.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/layout.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { pages } from '#vocabulary/pages.ts'

type OpeningProps = {
  readonly contract: Contract
  /** One a line that is being opened, in the order of the lines. */
  readonly orders: readonly OrderDetail[]
  readonly health: readonly HealthLine[]
  readonly firstBills: FirstBills | undefined
}

/** Before the first line opens: how far its order is, what comes next and when; no figure of what cannot be used yet. */
export function OpeningStages({ contract, orders, health, firstBills }: OpeningProps) {
  const [first, ...others] = leadingFirst(orders)
  if (first === undefined) return <HealthLines lines={health} />
  return (
    <>
      {health.length === 0 ? null : (
        <div className="stage opening-health">
          <HealthLines lines={health} />
        </div>
      )}
      <OrderStage order={first} />
      <OrderActs order={first} />
      {others.map((order) => (
        <Card key={order.orderNo}>
          <h2>{order.lines.map(fullNameOfLine).join('、')}</h2>
          <p>
            {order.stateLabel}：{order.message}
          </p>
          <OrderActs order={order} />
        </Card>
      ))}
      <Section id="timeline" title="これまでの経過と予定">
        <Timeline steps={timelineOf(first)} />
      </Section>
      <Section id="first-month" title="はじめての月">
        <Card>
          <p>{firstDataWords(contract)}</p>
          <FirstBillWords contract={contract} bills={firstBills} />
        </Card>
      </Section>
    </>
  )
}

/** What waits for the member is shown before what goes on by itself. */
const leadingFirst = (orders: readonly OrderDetail[]) =>
  orders.toSorted((one, other) => Number(other.todo !== undefined) - Number(one.todo !== undefined))

function OrderActs({ order: { todo, path } }: { readonly order: OrderDetail }) {
  const href = linkTo(path) ?? pages.orders
  return (
    <ButtonRow>
      {todo === undefined ? (
        <ButtonLink href={href}>お申し込みの内容と手続き</ButtonLink>
      ) : (
        <ButtonLink kind="primary" href={linkTo(todo.path) ?? href}>
          {todo.label}
        </ButtonLink>
      )}
    </ButtonRow>
  )
}
