import type { KnownStatus } from '#portal/context.ts'
import type { OutageOnBoard } from '#protocol/outage.ts'
import type { OutageState } from '#vocabulary/outage.ts'
import { EmptyState, QuietRing } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AsOf, Unknown } from './as-of.tsx'
import { OutageCard, OutageFold } from './outage-card.tsx'
import { useBoard } from './use-board.ts'

/** The whole board: what lasts, what is planned, what is over. */
export function OutageBoard({ first }: { readonly first: KnownStatus | undefined }) {
  const board = useBoard(first)
  if (board === undefined)
    return <Skeleton lines={6} label="障害・メンテナンス情報を読み込んでいます" />
  const { status } = board
  if (status === undefined) return <Unknown />
  const among = (...states: OutageState[]) =>
    status.incidents.filter(({ state }) => states.includes(state))
  return (
    <div className="outage-board">
      <AsOf board={board} />
      <Part id="now" title="いま起きていること" outages={among('ongoing')}>
        <AllWell isCurrent={board.isCurrent} />
      </Part>
      <Part id="planned" title="これからの工事・メンテナンス" outages={among('planned')}>
        <EmptyState title="予定している工事・メンテナンスはありません">
          ご利用に影響のある作業は、行う前にここでお知らせします。
        </EmptyState>
      </Part>
      <Part
        id="past"
        title="30日以内に終わったもの"
        isOver
        outages={among('resolved', 'cancelled')}
      >
        <EmptyState title="30日以内に終わった障害・メンテナンスはありません">
          終わったものは、経過とともに30日間ここに残します。
        </EmptyState>
      </Part>
    </div>
  )
}

function Part(props: {
  readonly id: string
  readonly title: string
  readonly isOver?: boolean
  readonly outages: readonly OutageOnBoard[]
  readonly children: React.ReactNode
}) {
  const { id, title, isOver = false, outages, children } = props
  const Shown = isOver ? OutageFold : OutageCard
  return (
    <section className="section">
      <h2 id={id}>{title}</h2>
      {outages.length === 0
        ? children
        : outages.map((outage) => <Shown key={outage.incidentId} outage={outage} />)}
    </section>
  )
}

/** The closed ring with its check: what most visitors come to see. */
function AllWell({ isCurrent }: { readonly isCurrent: boolean }) {
  return (
    <div className="all-well">
      {isCurrent ? (
        <svg className="all-well__ring" viewBox="0 0 96 96" aria-hidden="true">
          <circle cx="48" cy="48" r="46" />
          <circle cx="48" cy="48" r="35" />
          <circle cx="48" cy="48" r="24" />
          <path d="m38 48.5 7 7 13-14" />
        </svg>
      ) : (
        <QuietRing />
      )}
      <div>
        <p className="all-well__title">いま起きている障害はありません</p>
        <p>
          つながらないときは、端末の電源を入れ直し、<a href="/apn">APN（接続先）の設定</a>
          をお確かめください。
        </p>
      </div>
    </div>
  )
}
