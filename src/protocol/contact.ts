import { z } from 'zod'
import { caseReasons, recordParts, staffRoles, ticketChannels } from '#vocabulary/console.ts'
import { contactFields, identityFields } from '#vocabulary/console-record.ts'
import { contactTopics, memberEntries, ticketNoPattern } from '#vocabulary/contact.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { ticketStateWords } from '#vocabulary/states/ticket.ts'
import { accountEndpoint } from './endpoint.ts'
import { count, cursor, instant, opaqueId, ownPath, queryNumber, story } from './primitives.ts'
import { page } from './procedure.ts'

export const ticketNo = z
  .string('お問い合わせの番号を入力してください。')
  .trim()
  .toUpperCase()
  .regex(ticketNoPattern, 'お問い合わせの番号を「T-2K7D-9F」の形で入力してください。')
  .meta({ id: 'TicketNo' })
export const ticketState = z.enum(namesOf(ticketStateWords))
export const contactTopic = z.enum(namesOf(contactTopics), 'お問い合わせの内容を選んでください。')

const words = story(2000, 'お問い合わせの内容を入力してください。')

const contact = z
  .object({
    ticketNo,
    topic: contactTopic,
    state: ticketState,
    stateLabel: z.string(),
    /** What the state means to the member. */
    message: z.string(),
    openedAt: instant,
    lastAt: instant,
    /** By when we answer; absent while it is the member's turn, or it is over. */
    answerBy: instant.optional(),
    /** Whether something can be written in it. */
    open: z.boolean(),
  })
  .meta({ id: 'Contact' })

const thread = z
  .object({
    ...contact.shape,
    channel: z.enum(namesOf(ticketChannels)),
    entries: z.array(
      z.object({
        position: count,
        at: instant,
        kind: z.enum(memberEntries),
        actor: z.enum(['member', 'staff', 'system']),
        text: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'ContactThread' })

/** One look into the member's record, or one act in it, by somebody of the staff. */
const access = z
  .object({
    accessId: opaqueId,
    at: instant,
    /** What the person does here; names are not told. */
    role: z.enum(namesOf(staffRoles)).optional(),
    reason: z.enum(namesOf(caseReasons)).optional(),
    /** The case it was done in. */
    caseNo: z.string().optional(),
    /** read: parts or fields of the record were shown; act: something was done. */
    kind: z.enum(['read', 'act']),
    parts: z.array(z.enum(namesOf(recordParts))),
    /** Shown in full, one by one. */
    fields: z.array(z.enum(namesOf({ ...contactFields, ...identityFields }))),
    /** What was done, in the member's words. */
    what: z.string(),
    /** The procedure that was begun or moved: where the member reads on, and takes it back while that is possible. */
    path: ownPath.optional(),
    reported: z.boolean(),
  })
  .meta({ id: 'RecordAccess' })

/** The member's questions, and what the staff has read and done. */
export const contactApi = {
  contactGet: accountEndpoint('GET', '/api/contact', {
    summary: 'お問い合わせの一覧',
    result: z.object({ contacts: z.array(contact) }),
  }),

  contactThreadGet: accountEndpoint('GET', '/api/contact/thread', {
    summary: 'お問い合わせのやりとり',
    query: z.object({ ticketNo }),
    result: thread,
  }),

  contactPost: accountEndpoint('POST', '/api/contact', {
    limit: 'attempts',
    summary: '問い合わせる',
    body: z.object({ topic: contactTopic, text: words }),
    result: thread,
  }),

  contactReplyPost: accountEndpoint('POST', '/api/contact/reply', {
    limit: 'attempts',
    summary: 'お問い合わせに続きを書く',
    body: z.object({ ticketNo, text: words }),
    result: thread,
    errors: ['TICKET_CLOSED'],
  }),

  recordAccessGet: accountEndpoint('GET', '/api/record_access', {
    summary: '閲覧と代理の記録',
    query: z.object({ cursor: cursor.optional(), limit: queryNumber(1, 100).optional() }),
    result: z.object(page(access)),
  }),

  recordAccessPost: accountEndpoint('POST', '/api/record_access', {
    limit: 'attempts',
    summary: '閲覧や代理に心当たりがないと知らせる',
    body: z.object({ accessId: opaqueId }),
    result: z.object({ ticketNo }),
  }),
}
