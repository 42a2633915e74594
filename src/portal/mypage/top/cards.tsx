import { bookedWords, formatWhen } from '#portal/mypage/flow/wording.ts'
import type { Contract, Deadlines, NextBill, Orders, Outages } from '#portal/mypage/shared/wire.ts'
import { dueWords } from '#portal/mypage/shared/due-words.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { formatCount, formatDateTime, formatDay, formatMonth, formatYen } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { pages } from '#vocabulary/pages.ts'
import { linkTo } from '../entrances.ts'
import { Columns } from './columns.tsx'
import { shortWhen, titleOfDate } from './dates.ts'
import { outageBoardPage } from '#vocabulary/site-pages.ts'

/** What is planned for the coming days, a line each: what lasts already is the first thing told (health.ts). */
export function ComingOutages({ outages }: { readonly outages: Outages }) {
  return outages
    .filter(({ state }) => state === 'planned')
    .map((outage) => <Coming key={outage.incidentId} outage={outage} />)
}

function Coming({ outage: { incidentId, title, from } }: { readonly outage: Outages[number] }) {
  return (
    <a className="coming-outage" href={outageBoardPage(incidentId)}>
      <Icon name="calendar" />
      <span>
        <strong>{title}</strong>
        <time dateTime={from}>{formatDateTime(from)}から</time>
      </span>
    </a>
  )
}

export type Billed = { readonly month: string; readonly totalYen: number }

type NextBillProps = {
  readonly bill: NextBill
  /** The months before it, the newest first. */
  readonly before: readonly Billed[]
}

/** This month so far, where it will end, and when it is paid; where there is room, beside the months before. */
export function NextBillCard({ bill, before }: NextBillProps) {
  const month = Number(bill.month.slice(5))
  return (
    <Card>
      <dl className="so-far">
        <div>
          <dt>{month}月分・今日まで</dt>
          <dd>
            <Amount yen={bill.soFar.totalYen} tax="none" />
          </dd>
        </div>
        <div>
          <dt>月末の見込み</dt>
          <dd>
            <small>約</small>
            <Amount yen={bill.forecast.expectedYen} tax="none" />
          </dd>
        </div>
      </dl>
      <p className="so-far__pay small">
        <Icon name="card" />
        <span>{dueWords(bill.chargeOn, bill.soFar.totalYen)}</span>
        <a href={pages.billing}>内訳</a>
      </p>
      {before.length === 0 ? null : (
        <div className="so-far__months">
          <Columns columns={[...before.toReversed().map(billed), soFar(bill)]} />
        </div>
      )}
    </Card>
  )
}

const monthLabel = (month: string) => `${Number(month.slice(5))}月`

const billed = ({ month, totalYen }: Billed) => ({
  key: month,
  value: totalYen,
  figure: formatCount(totalYen),
  label: monthLabel(month),
  look: 'past' as const,
  words: `${formatMonth(month)} ${formatYen(totalYen)}`,
})

const soFar = ({ month, soFar: { totalYen }, forecast: { expectedYen } }: NextBill) => ({
  key: month,
  value: totalYen,
  expected: expectedYen,
  figure: formatCount(expectedYen),
  label: monthLabel(month),
  words: `${formatMonth(month)}の見込み 約${formatYen(expectedYen)}`,
})

/** A contract that is stopped for a debt: the day on which it ends unless that is paid. */
export function TerminationCard({
  deadline,
}: {
  readonly deadline: Deadlines['deadlines'][number]
}) {
  const { on, title, message } = deadline
  return (
    <Card>
      <h2 className="dated">
        <Icon name="calendar" />
        <time dateTime={on}>{formatDay(on)}</time>
      </h2>
      <p>
        {title}です。
        <Sentence>{message}</Sentence>
      </p>
    </Card>
  )
}

type TasksProps = {
  readonly deadlines: Deadlines['deadlines']
  readonly isFamily: boolean
  /** What can be done about a lost phone. */
  readonly whenLost: 'stop' | 'resume' | undefined
}

const DATES_SHOWN = 3

/** The lost phone, and the next dates; a phone shows the first of them. */
export function Tasks({ deadlines, isFamily, whenLost }: TasksProps) {
  return (
    <ul className="tasks" role="list">
      {whenLost === undefined ? null : (
        <li>
          <a href={pages.lost}>
            <Icon name="lost" />
            <span className="tasks__what">
              スマホ{whenLost === 'stop' ? 'をなくした' : 'が見つかった'}
            </span>
            <strong className="tasks__danger">
              {isFamily ? '回線を選ぶ' : whenLost === 'stop' ? 'すぐ止める' : '再開する'}
            </strong>
          </a>
        </li>
      )}
      {deadlines.slice(0, DATES_SHOWN).map(({ deadlineId, kind, at, title, path }) => (
        <li key={deadlineId}>
          <a href={linkTo(path) ?? pages.deadlines}>
            <Icon name="calendar" />
            <span className="tasks__what">{titleOfDate({ kind, title })}</span>
            <strong>
              <time dateTime={at}>{shortWhen(at)}</time>
            </strong>
          </a>
        </li>
      ))}
    </ul>
  )
}

type UnderWayProps = {
  readonly orders: Orders | undefined
  readonly contract: Contract | undefined
}

/** Orders that ask nothing of the member, and booked changes; the end of the contract and moves to another phone are shown above already. */
export function UnderWay({ orders, contract }: UnderWayProps) {
  const { booked, open } = underWay(orders, contract)
  if (booked.length + open.length === 0) return null
  return (
    <Card>
      <h2>進行中のお手続き</h2>
      <ul className="plain-list">
        {booked.map((change) => (
          <Row key={change.orderNo} path={change.path} title={change.title}>
            {bookedWords(change)}
          </Row>
        ))}
        {open.map(({ orderNo, path, title, stateLabel, next }) => (
          <Row key={orderNo} path={path} title={title}>
            {stateLabel}
            {next === undefined ? '' : `・${next.label} ${formatWhen(next.on)}`}
          </Row>
        ))}
      </ul>
    </Card>
  )
}

function underWay(orders: Orders | undefined, contract: Contract | undefined) {
  const changes = contract?.bookedChanges ?? []
  const isBooked = (orderNo: string) => changes.some((change) => change.orderNo === orderNo)
  return {
    booked: changes.filter(({ operation }) => operation !== 'contractCancel'),
    open: (orders?.rows ?? []).filter(
      ({ final, todo, orderNo, operation }) =>
        !final && todo === undefined && !isBooked(orderNo) && operation !== 'phoneMove',
    ),
  }
}

type RowProps = {
  readonly path: string
  readonly title: string
  readonly children: React.ReactNode
}

function Row({ path, title, children }: RowProps) {
  const href = linkTo(path)
  return (
    <li>
      {href === undefined ? title : <a href={href}>{title}</a>}
      <span className="small muted">
        <Sentence>{children}</Sentence>
      </span>
    </li>
  )
}
