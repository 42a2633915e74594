import { Link } from 'react-router'
import { dueGroups, queueHolders, workItems } from '#vocabulary/console-queue.ts'
import { workQueues, type WorkQueue } from '#vocabulary/console.ts'
import { withQuery } from '#vocabulary/pages.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Views } from '#console/filter/views.tsx'
import { FilterWords, LeftOut } from '#console/filter/filter-words.tsx'
import { formatAge } from '#console/parts/due.ts'
import { Press } from '#console/parts/press.tsx'
import { RowKeys } from '#console/parts/row-keys.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { queuePlace } from '#console/shell/places.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Item } from './item.tsx'
import { ItemList } from './item-list.tsx'
import type { LoadedQueue } from './load.ts'
import type { Shown } from './shown.ts'

export const handle = { crumbs: [{ label: '列' }] }
export const meta = consoleMeta('列')
export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export { loader } from './load.ts'
export { queuePageAction as action } from './shown.ts'

type QueuePageProps = {
  readonly loaderData: LoadedQueue
  readonly actionData: Stayed | { readonly shown: Shown } | undefined
}

/** One queue: what is due first, and the item that is open beside it. */
export default function QueuePage({ loaderData, actionData }: QueuePageProps) {
  const { item } = loaderData
  const stayed = actionData !== undefined && 'refused' in actionData ? actionData : undefined
  return (
    <div className={item === undefined ? 'beside' : 'beside beside--open'}>
      <div className="beside__list">
        <Head loaded={loaderData} />
        <LeftOut names={loaderData.leftOut} />
        <Filter loaded={loaderData} />
        <Views
          queue={loaderData.queue}
          views={loaderData.views}
          keys={loaderData.keys}
          answer={stayed}
        />
        <section className="panel" aria-label="一覧">
          <ItemList loaded={loaderData} />
          {loaderData.list.count === 0 ? null : <RowKeys hasActs />}
        </section>
        <More loaded={loaderData} />
      </div>
      {item === undefined ? null : <Item loaded={loaderData} answer={actionData} />}
    </div>
  )
}

function Head({ loaded: { queue, list, item, keys } }: { readonly loaded: LoadedQueue }) {
  const { count, isMore, oldestSince, asOf } = list
  return (
    <div className="page-head">
      {/* The page is about the item that is open. */}
      {item === undefined ? <h1>{workQueues[queue]}</h1> : <h2>{workQueues[queue]}</h2>}
      <p>
        {count}
        {isMore ? '件以上' : '件'}
        {oldestSince === undefined ? null : `・最古 ${formatAge(oldestSince, asOf)}`}
      </p>
      {count === 0 ? null : (
        <Press keys={keys} intent="next" values={{ queue }} letter="N">
          次の1件
        </Press>
      )}
    </div>
  )
}

type Query = LoadedQueue['query']

const addressOf = (queue: WorkQueue, query: Partial<Query>) => withQuery(queuePlace(queue), query)

function Filter({ loaded: { queue, query, list } }: { readonly loaded: LoadedQueue }) {
  const { holder, item, group } = query
  const at = (changed: Partial<Query>) => addressOf(queue, { holder, item, group, ...changed })
  return (
    <div className="filter">
      <FilterWords
        label="だれの件"
        letter="/"
        current={at({})}
        words={namesOf(queueHolders).map((name) => ({
          label: queueHolders[name],
          href: at({ holder: name }),
        }))}
      />
      <FilterWords
        label="期限"
        current={at({})}
        words={[
          { label: 'すべての期限', href: at({ group: undefined }) },
          ...namesOf(dueGroups).map((name) => ({
            label: dueGroups[name],
            href: at({ group: name }),
          })),
        ]}
      />
      {list.items.length < 2 ? null : (
        <FilterWords
          label="種類"
          current={at({})}
          words={[
            { label: 'すべての種類', href: at({ item: undefined }) },
            ...list.items.map((name) => ({ label: workItems[name], href: at({ item: name }) })),
          ]}
        />
      )}
    </div>
  )
}

function More({ loaded: { queue, query, list } }: { readonly loaded: LoadedQueue }) {
  const { nextCursor } = list
  return (
    <p className="more">
      {nextCursor === undefined ? null : (
        <ButtonLink href={addressOf(queue, { ...query, after: nextCursor })}>続きを見る</ButtonLink>
      )}
      {query.after === undefined ? null : (
        <Link to={addressOf(queue, { ...query, after: undefined })}>最初から見る</Link>
      )}
    </p>
  )
}
