import { Link, type LoaderFunctionArgs } from 'react-router'
import { caseReasons, ticketChannels } from '#vocabulary/console.ts'
import { contactTopics } from '#vocabulary/contact.ts'
import { ticketStateWords } from '#vocabulary/states/ticket.ts'
import { optionsOf } from '#vocabulary/state-words.ts'
import { withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { actions, type Stayed } from '#portal/mypage/flow/submit.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { ticketApi } from '#protocol/console/ticket.ts'
import type { Result } from '#protocol/endpoint.ts'
import { loadViews } from '#console/filter/load-views.ts'
import { viewPresses } from '#console/filter/submit.ts'
import { Views } from '#console/filter/views.tsx'
import { FilterWords, LeftOut } from '#console/filter/filter-words.tsx'
import { readFilter } from '#console/filter/read-filter.ts'
import { dueGroupWords } from '#console/parts/due.ts'
import { RowKeys } from '#console/parts/row-keys.tsx'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { TimeLeft } from '#console/parts/time-left.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { Key, PersonMark } from '#console/shell/icon.tsx'
import { newTicketPlace, queuePlace, ticketPlace } from '#console/shell/places.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatShortDay } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'

export const handle = { crumbs: [{ label: '列' }, { label: 'お問い合わせ' }] }
export const meta = consoleMeta('お問い合わせ')
export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const endpoint = ticketApi.consoleTicketListGet
const path = queuePlace('ticket')

export const action = actions(viewPresses)

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { query, leftOut } = readFilter(endpoint.query, url.searchParams)
  const call = callOf(context)
  const [list, views] = await Promise.all([
    ask(url, call(endpoint, { query })),
    loadViews(call, url, 'ticket'),
  ])
  const { today } = pageOf(context)
  return { list, query, leftOut, views, today, keys: freshKeysOf(context) }
}

type Loaded = Awaited<ReturnType<typeof loader>>
type Ticket = Result<typeof endpoint>['rows'][number]

const columnsOn = (today: string): readonly RowColumn<Ticket>[] => [
  ['残り', (row) => <TimeLeft due={row} today={today} />],
  [
    '件名',
    ({ ticketNo, topic }) => <Link to={ticketPlace(ticketNo)}>{contactTopics[topic]}</Link>,
    { isTitle: true },
  ],
  ['受付番号', ({ ticketNo }) => ticketNo, { isQuiet: true }],
  ['経路', ({ channel }) => ticketChannels[channel]],
  ['理由', ({ reason }) => caseReasons[reason], { isQuiet: true, onPhone: 'hidden' }],
  ['受付', ({ openedAt }) => formatShortDay(openedAt), { isQuiet: true }],
  ['状態', ({ state }) => ticketStateWords[state].label],
  [
    '担当',
    ({ assignedTo, snoozedUntil }) => (
      <>
        {assignedTo === undefined ? (
          <span className="muted">なし</span>
        ) : (
          <>
            <PersonMark name={assignedTo.name} /> {assignedTo.name}
          </>
        )}
        {snoozedUntil === undefined ? null : (
          <span className="muted">（{formatShortDay(snoozedUntil)}まで後で）</span>
        )}
      </>
    ),
  ],
]

type TicketListProps = {
  readonly loaderData: Loaded
  readonly actionData: Stayed | undefined
}

/** Every case of the house, own ones first, by what is due. */
export default function TicketList({ loaderData, actionData }: TicketListProps) {
  const { list, query, leftOut, today } = loaderData
  return (
    <>
      <div className="page-head">
        <h1>お問い合わせ</h1>
        <p>
          対応中 {list.counts.all}件・超過 {list.counts.overdue}件・今日 {list.counts.today}件
        </p>
        <ButtonLink kind="primary" href={newTicketPlace} data-key="c">
          受け付ける… <Key>C</Key>
        </ButtonLink>
      </div>
      <LeftOut names={leftOut} />
      <Filter loaded={loaderData} />
      <Views queue="ticket" views={loaderData.views} keys={loaderData.keys} answer={actionData} />
      <section className="panel" aria-label="一覧">
        {list.rows.length === 0 ? (
          <EmptyList isFiltered={Object.keys(query).length > 2 || query.whose !== 'all'} />
        ) : (
          <Rows
            caption="お問い合わせの一覧"
            columns={columnsOn(today)}
            rows={list.rows}
            rowKey={({ ticketNo }) => ticketNo}
            groupOf={({ group }) => dueGroupWords[group]}
          />
        )}
        {list.rows.length === 0 ? null : <RowKeys />}
      </section>
      {list.nextCursor === undefined ? null : (
        <p>
          <Link to={`${addressOf(query)}&${new URLSearchParams({ cursor: list.nextCursor })}`}>
            続きを見る
          </Link>
        </p>
      )}
    </>
  )
}

const addressOf = (query: Loaded['query']) => {
  const { limit, ...rest } = query
  return withQuery(path, { ...rest, limit: limit === undefined ? undefined : String(limit) })
}

function Filter({ loaded: { query, list } }: { readonly loaded: Loaded }) {
  const { cursor: _, limit: __, ...asked } = query
  const whose = (value: typeof query.whose) => addressOf({ ...asked, whose: value })
  const state = (value: typeof query.state) => addressOf({ ...asked, state: value })
  return (
    <div className="filter">
      <FilterWords
        label="だれの件"
        current={whose(query.whose)}
        words={[
          { label: 'すべて', href: whose('all') },
          { label: '自分の担当', count: list.counts.mine, href: whose('mine') },
          { label: '担当なし', href: whose('nobody') },
        ]}
      />
      <FilterWords
        label="状態"
        current={state(query.state)}
        words={[
          { label: '対応中', href: state('open') },
          { label: '返事待ち', href: state('waiting') },
          { label: '済み', href: state('done') },
        ]}
      />
      <details
        className="filter__more"
        open={query.channel !== undefined || query.reason !== undefined}
      >
        <summary data-key="/">
          しぼり込む <Key>/</Key>
        </summary>
        <form className="form-row" action={path}>
          <input type="hidden" name="whose" value={query.whose} />
          <input type="hidden" name="state" value={query.state} />
          <Select
            label="経路"
            name="channel"
            unchosen="すべて"
            defaultValue={query.channel ?? ''}
            options={optionsOf(ticketChannels)}
          />
          <Select
            label="理由"
            name="reason"
            unchosen="すべて"
            defaultValue={query.reason ?? ''}
            options={optionsOf(caseReasons)}
          />
          <Button>しぼり込む</Button>
        </form>
      </details>
    </div>
  )
}

function EmptyList({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div className="empty">
      <h2>{isFiltered ? 'この条件に合う件はありません' : 'この列は空です'}</h2>
      <p>
        {isFiltered
          ? '条件をはずすと、ほかの件が見えます。'
          : 'いま対応するお問い合わせはありません。'}
      </p>
      {isFiltered ? (
        <p>
          <ButtonLink href={path}>条件をはずす</ButtonLink>
        </p>
      ) : null}
    </div>
  )
}
