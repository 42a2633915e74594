import type { KnownStatus } from '#portal/context.ts'
import type { OutageOnBoard } from '#protocol/outage.ts'
import { outageBoard, outageBoardPage } from '#vocabulary/site-pages.ts'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { AsOf, Unknown } from './as-of.tsx'
import { useBoard } from './use-board.ts'

type First = { readonly first: KnownStatus | undefined }

/** On the page of notices: what lasts or comes, in one line each, and of which moment that is. */
export function OutagesNow({ first }: First) {
  const board = useBoard(first)
  if (board === undefined) return null
  const live = liveOf(board)
  return (
    <div className="outages-now">
      <Lines outages={live} />
      {live.length === 0 && board.isCurrent ? (
        <p>いま起きている障害と、予定している工事はありません。</p>
      ) : null}
      {board.status === undefined ? <Unknown /> : <AsOf board={board} />}
      <p>
        <a className="onward" href={outageBoard}>
          障害・メンテナンス情報
        </a>
      </p>
    </div>
  )
}

/** On the top page: nothing at all while there is nothing to say. */
export function OutagesLive({ first }: First) {
  const board = useBoard(first)
  const live = board === undefined ? [] : liveOf(board)
  if (live.length === 0) return null
  return (
    <section className="section outages-now" aria-labelledby="outages">
      <h2 id="outages">障害・メンテナンス</h2>
      <Lines outages={live} />
      {board?.isCurrent === false ? <AsOf board={board} /> : null}
    </section>
  )
}

/** What lasts comes before what is planned. */
const liveOf = ({ status }: KnownStatus) =>
  ['ongoing', 'planned'].flatMap((wanted) =>
    (status?.incidents ?? []).filter(({ state }) => state === wanted),
  )

function Lines({ outages }: { readonly outages: readonly OutageOnBoard[] }) {
  if (outages.length === 0) return null
  return (
    <ul role="list">
      {outages.map(({ incidentId, state, title, from, services }) => (
        <li key={incidentId}>
          <Notice tone={state === 'ongoing' ? 'danger' : 'info'}>
            <p>
              <a href={outageBoardPage(incidentId)}>{title}</a>
              <br />
              <span className="small">
                {services.map(({ name }) => name).join('、')}・{formatDateTime(from)}
                {state === 'ongoing' ? 'から' : 'からの予定'}
              </span>
            </p>
          </Notice>
        </li>
      ))}
    </ul>
  )
}
