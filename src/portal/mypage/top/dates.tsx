import { DeadlineList } from '#ui/deadline-list.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { linkTo } from '../places.ts'
import type { Deadlines } from '#portal/mypage/shared/wire.ts'

const SHOWN = 4
/** Days on which something is done; the other kinds are last days. */
const HAPPENINGS = new Set(['takesEffect', 'charge', 'switchOver', 'suspension', 'termination'])

/** The next dates that matter, soonest first as the wire sorts them. */
export function Dates({ deadlines }: { readonly deadlines: Deadlines['deadlines'] }) {
  if (deadlines.length === 0)
    return (
      <EmptyState title="近い期限はありません">
        お手続きの締め切りやデータの期限があると、ここに日付の順で表示します。
      </EmptyState>
    )
  return (
    <DeadlineList
      deadlines={deadlines.slice(0, SHOWN).map((deadline) => {
        const href = linkTo(deadline.path)
        return {
          id: deadline.deadlineId,
          until: deadline.at,
          what: deadline.title,
          note: deadline.message,
          urgent: deadline.urgent,
          happens: HAPPENINGS.has(deadline.kind),
          ...(href === undefined ? {} : { action: { href, label: '確認する' } }),
        }
      })}
    />
  )
}
