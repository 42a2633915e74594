import { Link } from 'react-router'
import { workItems } from '#vocabulary/console-queue.ts'
import { caseReasons, ticketChannels, workQueues, type WorkQueue } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { formatDue, formatMinutes } from '#console/parts/due.ts'
import { Facts, Panel, PanelBody } from '#console/parts/panel.tsx'
import { itemPlace, partsOf, ticketPlace } from '#console/shell/places.ts'
import { formatDate, formatDateTime } from '#ui/format.ts'
import { TicketActs } from './acts.tsx'
import { TicketMember } from './member.tsx'
import type { LoadedTicket } from './load.ts'

type SideProps = { readonly loaded: LoadedTicket; readonly stayed: Stayed | undefined }

/** The clock, whose case it is, what belongs to it, and what can be done besides writing. */
export function TicketSide({ loaded, stayed }: SideProps) {
  const { ticket } = loaded
  return (
    <div className="stack">
      <Clock loaded={loaded} />
      <TicketMember loaded={loaded} stayed={stayed} />
      {ticket.items.length === 0 ? null : (
        <Panel title="つながるもの">
          <ul className="plain-rows">
            {ticket.items.map(({ queue, ref }) => (
              <li key={`${queue} ${ref}`}>
                <Link to={itemPlace(queue, ref)}>{wordsOfItem(queue, ref)}</Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="この件について">
        <PanelBody>
          <Facts
            facts={[
              ['受付番号', ticket.ticketNo],
              ['経路', ticketChannels[ticket.channel]],
              ['理由コード', `${caseReasons[ticket.reason]}（${ticket.reason}）`],
              ['担当', ticket.assignedTo?.name ?? 'なし'],
              ['受付', formatDateTime(ticket.openedAt)],
              ['消印の日', ticket.postedOn && formatDate(ticket.postedOn)],
              ['先方の番号', ticket.outsideNo],
              [
                'まとめた先',
                ticket.mergedInto && (
                  <Link to={ticketPlace(ticket.mergedInto)}>{ticket.mergedInto}</Link>
                ),
              ],
              ['再開できるのは', ticket.reopenUntil && `${formatDateTime(ticket.reopenUntil)}まで`],
            ]}
          />
        </PanelBody>
      </Panel>
      <TicketActs loaded={loaded} stayed={stayed} />
    </div>
  )
}

/** An item by its heading and its number: `item:ref`, as the case names it. */
function wordsOfItem(queue: WorkQueue, named: string): string {
  const { item, ref } = partsOf(named)
  const known = namesOf(workItems).find((name) => name === item)
  return known === undefined ? `${workQueues[queue]} ${named}` : `${workItems[known]} ${ref}`
}

function Clock({ loaded: { ticket, today } }: Pick<SideProps, 'loaded'>) {
  const { clock, minutesLeft, dueAt, group } = ticket
  if (group === 'done') return null
  return (
    <Panel title="約束の時計">
      <PanelBody>
        <Facts
          facts={[
            ['次の返事', formatDue(dueAt, today)],
            [
              '残り',
              clock === 'stopped'
                ? '止まっています（会員の返事を待つあいだ）'
                : clock === 'over'
                  ? `${formatMinutes(minutesLeft)}の超過`
                  : formatMinutes(minutesLeft),
            ],
          ]}
        />
        <p className="muted">受付時間だけ進みます。会員の返事を待つあいだは止まります。</p>
      </PanelBody>
    </Panel>
  )
}
