import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { notFound } from '#backend/refusal.ts'
import { mayReopen } from '#domain/contact/ticket.ts'
import { clockRuns, isOpenTicket, ticketStates } from '#domain/contact/ticket-states.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { contactApi } from '#protocol/contact.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { memberEntries } from '#vocabulary/contact.ts'
import {
  findMemberEntries,
  findTicketsOfAccount,
  getTicket,
  openText,
  type TicketRow,
} from '../rows.ts'

type Contacts = Answer<typeof contactApi.contactGet>
type Thread = Answer<typeof contactApi.contactThreadGet>

type Asked = { readonly accountId: string; readonly now: Instant }

/** The member's questions, the latest first. */
export async function listContacts(db: Db, { accountId, now }: Asked): Promise<Contacts> {
  const rows = await findTicketsOfAccount(db, accountId)
  return { contacts: rows.map((row) => toContact(row, now)) }
}

/** What was written in one of them; the house's own notes are not. @throws RefusalError NOT_FOUND */
export async function readThread(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  { accountId, now, ticketNo }: Asked & { readonly ticketNo: string },
): Promise<Thread> {
  const row = await getTicket(db, ticketNo)
  if (row.account_id !== accountId) throw notFound()
  const entries = await findMemberEntries(db, ticketNo)
  if (entries.length === 0) throw notFound()
  return {
    ...toContact(row, now),
    channel: row.channel,
    entries: entries.flatMap((entry) => {
      const kind = memberEntries.find((one) => one === entry.kind)
      if (kind === undefined) return []
      const text = openText(sealing, entry)
      return [
        {
          position: entry.position,
          at: formatRfc3339(entry.at),
          kind,
          actor: entry.actor,
          ...(text !== undefined && { text }),
        },
      ]
    }),
  }
}

function toContact(row: TicketRow, now: Instant): Contacts['contacts'][number] {
  const { state } = row
  if (!ticketStates.isState(state)) throw new Error(`${state} is no state of a ticket`)
  const { label, sentence } = ticketStates.words(state)
  const isOpen = isOpenTicket(state) || (state === 'solved' && mayReopen(row.solved_at, now).ok)
  return {
    ticketNo: row.ticket_no,
    topic: row.topic,
    state,
    stateLabel: label,
    message: sentence,
    openedAt: formatRfc3339(row.opened_at),
    lastAt: formatRfc3339(row.changed_at),
    ...(clockRuns(state) && { answerBy: formatRfc3339(row.due_at) }),
    open: isOpen,
  }
}
