import { column, internal, key, ofAccount, said, sealed, table } from '#backend/table.ts'
import { actorWords } from '#backend/contract/tables.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import {
  caseReasons,
  staffRoles,
  ticketChannels,
  type CaseReason,
  type StaffRole,
  type TicketChannel,
} from '#vocabulary/console.ts'
import {
  contactTopics,
  ticketEntries,
  type ContactTopic,
  type TicketEntry,
} from '#vocabulary/contact.ts'
import { ticketStateWords } from '#vocabulary/states/ticket.ts'
import { isMembers, memberReads, ticketEventAad } from './rows.ts'

export const contactTables = [
  /** Cases: what a member asks, and what the staff opens a member's record out of. */
  table('ticket', ofAccount('お問い合わせ', 'account', { readable: isMembers }), {
    ticket_no: column<string>('番号'),
    /** Null until it is known whose case it is. */
    account_id: key<string | null>(),
    contract_id: key<string | null>(),
    state: column<string>(said('状態', ticketStateWords)),
    channel: column<TicketChannel>(said('経路', ticketChannels)),
    reason: column<CaseReason>(said('理由', caseReasons)),
    topic: column<ContactTopic>(said('内容', contactTopics)),
    /** Read by those who answer for personal data and by nobody else: it is about what a colleague has looked at. */
    restricted: internal<boolean>(),
    outside_no: column<string | null>('先方の番号'),
    posted_on: column<TokyoDate | null>('消印の日'),
    opened_at: column<Temporal.Instant>('受付日時'),
    due_at: column<Temporal.Instant>('回答の期限'),
    /** What was left of the time at the desk when the clock stopped. */
    clock_left_ms: internal<number | null>(),
    assigned_to: internal<string | null>(),
    snoozed_until: internal<Temporal.Instant | null>(),
    solved_at: column<Temporal.Instant | null>('回答済みになった日時'),
    ended_at: column<Temporal.Instant | null>('終わった日時'),
    merged_into: column<string | null>('まとめた先の番号'),
    mandate_noted_by: internal<string | null>(),
    mandate_confirmed_by: internal<string | null>(),
    changed_at: column<Temporal.Instant>('最後に変わった日時'),
    /** How many entries it has. */
    entries: internal<number>(),
  }),
  /** Everything that has happened to a ticket, in its order. What colleagues note for each other is not handed out. */
  table('ticket_event', ofAccount('お問い合わせのやりとり', 'account', { readable: memberReads }), {
    ticket_no: column<string>('お問い合わせの番号'),
    position: column<number>('順番'),
    account_id: key<string | null>(),
    at: column<Temporal.Instant>('日時'),
    kind: column<TicketEntry>(said('出来事', ticketEntries)),
    actor: column<'member' | 'staff' | 'system'>(said('書いた人', actorWords)),
    staff_id: internal<string | null>(),
    role: column<StaffRole | null>({
      title: '役割',
      show: (role) => (role === null ? null : staffRoles[role]),
    }),
    body_sealed: sealed<string | null, { ticket_no: string; position: number }>({
      aad: (row) => ticketEventAad(row.ticket_no, row.position),
      title: '本文',
    }),
    /** The colleague it was handed to, the other ticket, or what a member has reported. */
    refers_to: internal<string | null>(),
    /** The state of the ticket after it. */
    state: internal<string>(),
  }),
]
