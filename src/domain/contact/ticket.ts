import type { TicketChannel } from '#vocabulary/console.ts'
import { isFromOutside } from '#vocabulary/contact.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { ok, refused } from '../outcome.ts'
import { addDays, endOfDay, isBefore, toTokyoDate, type Instant } from '../tokyo.ts'

/** Until when a ticket goes on where it was left: the end of the last day. */
export function reopensUntil(solvedAt: Instant): Instant {
  const day = toTokyoDate(solvedAt)
  return endOfDay(addDays(day, ruleValue('ticketReopenDays', day)))
}

/** Whether what was solved then still goes on. */
export const mayReopen = (solvedAt: Instant | null, now: Instant) =>
  solvedAt !== null && isBefore(now, reopensUntil(solvedAt)) ? ok(true) : refused('TICKET_CLOSED')

type OfMember = { readonly ticketNo: string; readonly accountId: string | null }

/** Two tickets of one member, or the one of somebody not yet known into one that is; never of two members. */
export function mayMerge(one: OfMember, into: OfMember) {
  const isSame = one.accountId === into.accountId || one.accountId === null
  return one.ticketNo !== into.ticketNo && isSame ? ok(true) : refused('TICKETS_OF_TWO_MEMBERS')
}

/** The member's written mandate to a centre, a ministry or a lawyer, and who has seen it. */
export type Mandate = { readonly notedBy: string | null; readonly confirmedBy: string | null }

/** A second person has to have seen the paper. */
export const mayConfirm = ({ notedBy }: Mandate, staffId: string) => {
  if (notedBy === null) return refused('MANDATE_MISSING')
  return notedBy === staffId ? refused('MANDATE_SAME_PERSON') : ok(true)
}

/**
 * Whether something about the member may be said to who asks from outside (個人情報保護法 第27条: with the person's
 * consent; a mandate counts once two people have seen it).
 */
export const maySayOutside = (channel: TicketChannel, { confirmedBy }: Mandate) => {
  if (!isFromOutside(channel)) return refused('WRONG_STATE')
  return confirmedBy === null ? refused('MANDATE_MISSING') : ok(true)
}

/** Whom an answer goes to: of a letter or a call it may have to be found out first. */
export const memberOfTicket = (accountId: string | null) =>
  accountId === null ? refused('TICKET_WITHOUT_MEMBER') : ok(accountId)
