import { namesOfStaff, otherColleagues } from '#backend/console/staff/public.ts'
import { findEntries, openText } from '#backend/contact/public.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import { notFound } from '#backend/refusal.ts'
import { roleFor } from '#domain/console/acts.ts'
import { isOpenTicket } from '#domain/contact/ticket-states.ts'
import { mayConfirm, mayReopen, maySayOutside, reopensUntil } from '#domain/contact/ticket.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { ticketApi } from '#protocol/console/ticket.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { isFromOutside, memberEntries, type TicketEntry } from '#vocabulary/contact.ts'
import { mayAnswer, maySee } from '../commands/reach-ticket.ts'
import { findItems, readDraft } from '../rows.ts'
import { ticketsFor, type NamedTicket } from './tickets-for.ts'
import { toTicketRow } from './ticket-row.ts'

type Ticket = Answer<typeof ticketApi.consoleTicketGet>

const seenByMember: readonly TicketEntry[] = memberEntries

/** A case whole: what was written, what it is about, and what this person may do now. @throws RefusalError NOT_FOUND */
export async function readTicket(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  who: StaffWho,
  ticketNo: string,
): Promise<Ticket> {
  const row = await ticketsFor(db, who).where('t.ticket_no', '=', ticketNo).executeTakeFirst()
  if (row === undefined) throw notFound()
  const items = await findItems(db, ticketNo)
  const draft = await readDraft(db, sealing, ticketNo, who.staffId)
  return {
    ...toTicketRow(row, who, await holidayCalendar()),
    ...(row.posted_on !== null && { postedOn: row.posted_on }),
    ...(row.outside_no !== null && { outsideNo: row.outside_no }),
    ...(row.merged_into !== null && { mergedInto: row.merged_into }),
    ...(row.solved_at !== null && { reopenUntil: formatRfc3339(reopensUntil(row.solved_at)) }),
    entries: await readEntries(db, sealing, ticketNo),
    items: items.map(({ queue, ref }) => ({ queue, ref })),
    ...(draft !== undefined && { draft }),
    acts: actsOf(row, who),
    colleagues: await colleaguesFor(db, row, who),
    mandate: mandateWord(row),
  }
}

/** Who may see the case too: to them it can be handed over. */
async function colleaguesFor(db: Db, row: NamedTicket, { staffId }: StaffWho) {
  const others = await otherColleagues(db, staffId)
  return others
    .filter((other) => other.roles.length > 0 && maySee(row, other))
    .map(({ staff_id, name }) => ({ staffId: staff_id, name }))
}

async function readEntries(db: Db, sealing: Sealing, ticketNo: string): Promise<Ticket['entries']> {
  const entries = await findEntries(db, ticketNo)
  const names = await namesOfStaff(db, [
    ...entries.flatMap(({ staff_id: staffId }) => staffId ?? []),
    ...entries.flatMap(({ kind, refers_to: to }) => (kind === 'handedOver' ? (to ?? []) : [])),
  ])
  const nameOf = (staffId: string) => names.get(staffId) ?? staffId
  return entries.map((entry) => {
    const { staff_id: staffId, refers_to: to, kind } = entry
    const text = openText(sealing, entry)
    return {
      position: entry.position,
      at: formatRfc3339(entry.at),
      kind,
      actor: entry.actor,
      ...(staffId !== null && { by: { staffId, name: nameOf(staffId) } }),
      ...(entry.role !== null && { role: entry.role }),
      ...(text !== undefined && { text }),
      ...(kind === 'handedOver' && to !== null && { to: nameOf(to) }),
      ...(kind === 'merged' && to !== null && { to }),
      seenByMember: seenByMember.includes(kind),
    }
  })
}

const mandateOf = (row: NamedTicket) => ({
  notedBy: row.mandate_noted_by,
  confirmedBy: row.mandate_confirmed_by,
})

function mandateWord(row: NamedTicket): Ticket['mandate'] {
  if (row.mandate_confirmed_by !== null) return 'confirmed'
  return row.mandate_noted_by === null ? 'none' : 'noted'
}

/** As the commands would let the person: what stands on no button is refused there too. */
function actsOf(row: NamedTicket, who: StaffWho): Ticket['acts'] {
  const { state, account_id: accountId, channel } = row
  const isOpen = isOpenTicket(state)
  const isWaiting = state === 'waiting_member'
  const answers = isOpen && mayAnswer(row, who)
  const reaches = answers && accountId !== null
  const legal = isOpen && isFromOutside(channel) && may(who, 'ticket.legal')
  const isConfirmed = row.mandate_confirmed_by !== null
  const possible: readonly (readonly [Ticket['acts'][number], boolean])[] = [
    ['answer', reaches],
    ['note', true],
    ['assign', isOpen],
    ['snooze', isOpen],
    ['wait', reaches && !isWaiting],
    ['solve', answers],
    ['merge', answers],
    ['reopen', isWaiting || (state === 'solved' && mayReopen(row.solved_at, who.now).ok)],
    [
      'cancelByLetter',
      isOpen &&
        channel === 'letter' &&
        row.posted_on !== null &&
        accountId !== null &&
        may(who, 'cancellation.letter'),
    ],
    [
      'openSecrets',
      isOpen &&
        row.reason === 'legal' &&
        accountId !== null &&
        roleFor(who.roles, 'secrecy.legal', 'proposes') !== undefined,
    ],
    ['setMember', accountId === null && may(who, 'member.find')],
    ['noteMandate', legal && !isConfirmed],
    ['confirmMandate', legal && !isConfirmed && mayConfirm(mandateOf(row), who.staffId).ok],
    ['answerOutside', legal && maySayOutside(channel, mandateOf(row)).ok],
  ]
  return possible.flatMap(([act, isPossible]) => (isPossible ? [act] : []))
}

const may = ({ roles }: StaffWho, act: Parameters<typeof roleFor>[1]) =>
  roleFor(roles, act, 'does') !== undefined
