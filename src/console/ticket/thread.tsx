import { ticketEntries } from '#vocabulary/contact.ts'
import { PersonMark, Icon } from '#console/shell/icon.tsx'
import { rolesText } from '#console/shell/rail.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatDateTime } from '#ui/format.ts'
import type { LoadedTicket } from './load.ts'

type Entry = LoadedTicket['ticket']['entries'][number]

const kindOf = (entry: Entry) => {
  if (entry.actor === 'member') return 'theirs'
  if (entry.text === undefined) return 'step'
  return entry.seenByMember ? 'ours' : 'note'
}

/** What was said and done, oldest first; what only the house sees is dashed and yellow. */
export function Thread({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ol className="thread" aria-label="やりとり">
      {entries.map((entry) => (
        <li key={entry.position} className={`thread__entry thread__entry--${kindOf(entry)}`}>
          <p className="thread__head">
            <Who entry={entry} />
            <span>{ticketEntries[entry.kind]}</span>
            {entry.to === undefined ? null : <span>→ {entry.to}</span>}
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            {kindOf(entry) === 'note' ? <Badge tone="warning">会員には見えません</Badge> : null}
          </p>
          {entry.text === undefined ? null : <p className="thread__text">{entry.text}</p>}
        </li>
      ))}
    </ol>
  )
}

function Who({ entry }: { readonly entry: Entry }) {
  if (entry.actor === 'member')
    return (
      <b>
        <Icon name="user" /> 会員
      </b>
    )
  if (entry.by === undefined) return <b>自動</b>
  return (
    <b>
      <PersonMark name={entry.by.name} /> {entry.by.name}
      {entry.role === undefined ? null : <small>（{rolesText([entry.role])}）</small>}
    </b>
  )
}
