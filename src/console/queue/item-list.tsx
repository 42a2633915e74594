import { Link, useLocation } from 'react-router'
import { workItems } from '#vocabulary/console-queue.ts'
import { dueGroupWords } from '#console/parts/due.ts'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { TimeLeft } from '#console/parts/time-left.tsx'
import { queuePlace } from '#console/shell/places.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatDue } from '#console/parts/due.ts'
import { factLine } from './facts.ts'
import type { LoadedQueue } from './load.ts'
import { Holder } from './holder.tsx'
import { dueOf, rowKeyOf, type QueueRow } from './row.ts'

/** The rows of a queue: own ones first, then by what is due; narrow while an item is open beside them. */
export function ItemList({ loaded }: { readonly loaded: LoadedQueue }) {
  const { list, item, today } = loaded
  const mine = new Set(list.mine.map(rowKeyOf))
  const rows = [...list.mine, ...list.rows.filter((row) => !mine.has(rowKeyOf(row)))]
  const open = item !== undefined && 'row' in item ? rowKeyOf(item.row) : undefined
  const columns = useColumns(list.asOf, today)
  if (rows.length === 0) return <EmptyQueue loaded={loaded} />
  return (
    <Rows
      caption="件の一覧"
      columns={item === undefined ? columns : columns.filter(([header]) => always.includes(header))}
      rows={rows}
      rowKey={rowKeyOf}
      groupOf={(row) => (mine.has(rowKeyOf(row)) ? '自分の担当' : dueGroupWords[row.group])}
      isCurrent={(row) => rowKeyOf(row) === open}
    />
  )
}

/** What is there beside an open item too. */
const always = ['残り', '件名']

function useColumns(asOf: string, today: string): readonly RowColumn<QueueRow>[] {
  const { pathname, search } = useLocation()
  /** The same list, with the item beside it. */
  const opened = (row: QueueRow) => {
    const query = new URLSearchParams(search)
    query.delete('done')
    query.set('open', rowKeyOf(row))
    return `${pathname}?${query}`
  }
  return [
    ['残り', (row) => <TimeLeft due={dueOf(row, asOf)} today={today} />],
    [
      '件名',
      (row) => (
        <>
          <Link to={opened(row)} preventScrollReset>
            {workItems[row.item]}
          </Link>{' '}
          {row.pending === undefined ? null : <Badge>まもなく実行</Badge>}
          <small className="row-facts">{factLine(row)}</small>
        </>
      ),
      { isTitle: true },
    ],
    ['期限', ({ due }) => formatDue(due, today), { isQuiet: true, onPhone: 'hidden' }],
    ['放置すると', ({ ifLeft }) => ifLeft, { onPhone: 'whole' }],
    ['担当', (row) => <Holder row={row} />],
  ]
}

function EmptyQueue({ loaded: { queue, query, list } }: { readonly loaded: LoadedQueue }) {
  const isFiltered = query.holder !== 'all' || query.item !== undefined || query.group !== undefined
  return (
    <div className="empty">
      <h2>{isFiltered ? 'この条件に合う件はありません' : 'この列は空です'}</h2>
      {isFiltered ? (
        <>
          <p>
            条件をはずすと
            {list.count === 0 ? '、ほかの件がないか確かめられます' : `${list.count}件あります`}。
          </p>
          <p>
            <ButtonLink href={queuePlace(queue)}>条件をはずす</ButtonLink>
          </p>
        </>
      ) : (
        <p>いま対応する件はありません。</p>
      )}
    </div>
  )
}
