import { contactMessage, type ContactOccasion } from '#backend/contact/messages.ts'
import type { TicketRow } from '#backend/contact/rows.ts'
import { instant } from '#domain/tokyo.ts'
import { accountId, each } from './message-samples.ts'

const row: TicketRow = {
  ticket_no: 'T-2K7D-9F',
  account_id: accountId,
  contract_id: 'ctr_1',
  state: 'new',
  channel: 'telephone',
  reason: 'contact',
  topic: 'billing',
  restricted: false,
  outside_no: null,
  posted_on: null,
  opened_at: instant('2026-11-20T10:00:00+09:00'),
  due_at: instant('2026-11-20T18:00:00+09:00'),
  clock_left_ms: null,
  assigned_to: null,
  snoozed_until: null,
  solved_at: null,
  ended_at: null,
  merged_into: null,
  mandate_noted_by: null,
  mandate_confirmed_by: null,
  changed_at: instant('2026-11-20T10:00:00+09:00'),
  entries: 1,
}
const occasions: Record<ContactOccasion, true> = { received: true, answered: true, asked: true }

export const contactShown = {
  contactMessage: each(occasions, (occasion) => contactMessage(occasion, { accountId, row })),
}
