import { z } from 'zod'
import { contactTopic, ticketNo, ticketState } from '#protocol/contact.ts'
import { type Api, byAct, staffEndpoint } from '#protocol/endpoint.ts'
import { personal } from '#protocol/personal.ts'
import {
  accountId,
  contractId,
  count,
  cursor,
  instant,
  opaqueId,
  orderNo,
  queryNumber,
  story,
  text,
  tokyoDate,
} from '#protocol/primitives.ts'
import { page } from '#protocol/procedure.ts'
import { caseReasons, ticketChannels, workQueues } from '#vocabulary/console.ts'
import { ticketEntries } from '#vocabulary/contact.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { staffRole } from './staff.ts'

export const ticketChannel = z.enum(namesOf(ticketChannels), '経路を選んでください。')
export const caseReason = z.enum(namesOf(caseReasons), '理由を選んでください。')

const TEXT_MAX = 4000

const words = story(TEXT_MAX, '本文を入力してください。')

/** Somebody of the staff as colleagues see them. */
export const colleague = z
  .object({ staffId: z.string(), name: z.string() })
  .meta({ id: 'Colleague' })

/** A row of the list: codes and times; the member's words are read in the ticket alone. */
export const ticketRow = z
  .object({
    ticketNo,
    state: ticketState,
    channel: ticketChannel,
    reason: caseReason,
    topic: contactTopic,
    /** Absent while it is not known whose case it is. */
    accountId: accountId.optional(),
    contractId: contractId.optional(),
    openedAt: instant,
    /** The next answer is due by then; it does not move while the member is waited for. */
    dueAt: instant,
    clock: z.enum(['runs', 'stopped', 'over']),
    group: z.enum(['overdue', 'today', 'near', 'later', 'waiting', 'done']),
    /** Of the time at the desk, negative where it is overdue. */
    minutesLeft: z.int(),
    assignedTo: colleague.optional(),
    mine: z.boolean(),
    snoozedUntil: instant.optional(),
  })
  .meta({ id: 'TicketRow' })

/** Something that happened, in its order. Without a text where none was written. */
const entry = z
  .object({
    position: count,
    at: instant,
    kind: z.enum(namesOf(ticketEntries)),
    actor: z.enum(['member', 'staff', 'system']),
    by: colleague.optional(),
    role: staffRole.optional(),
    /** As it was written; shown as text, whatever it looks like. */
    text: personal('written', z.string()).optional(),
    /** Of a hand-over, to whom; of a merger, the other ticket's number. */
    to: z.string().optional(),
    seenByMember: z.boolean(),
  })
  .meta({ id: 'TicketEntry' })

const acts = z.enum([
  'note',
  'answer',
  'assign',
  'snooze',
  'wait',
  'solve',
  'merge',
  'reopen',
  'setMember',
  'noteMandate',
  'confirmMandate',
  'answerOutside',
  'cancelByLetter',
  'openSecrets',
])

const ticket = z
  .object({
    ...ticketRow.shape,
    /** Of a letter, the day of its postmark. */
    postedOn: tokyoDate.optional(),
    /** By which another system knows it: the form, the centre, the ministry. */
    outsideNo: z.string().optional(),
    mergedInto: ticketNo.optional(),
    /** Until when it goes on where it was left, once it is solved. */
    reopenUntil: instant.optional(),
    entries: z.array(entry),
    items: z.array(z.object({ queue: z.enum(namesOf(workQueues)), ref: z.string() })),
    /** What the caller has begun to write and not sent. */
    draft: personal('written', z.string()).optional(),
    /** What the caller may do now. */
    acts: z.array(acts),
    /** To whom it can be handed over. */
    colleagues: z.array(colleague),
    /** none: not noted; noted: by one person; confirmed: by two, and only then something is said to a third party. */
    mandate: z.enum(['none', 'noted', 'confirmed']),
  })
  .meta({ id: 'Ticket' })

const view = z
  .object({ name: text(40, '名前を入力してください。'), queue: z.enum(namesOf(workQueues)) })
  .extend({
    /** What stands behind `?` in the address of the list. */
    search: z.string().max(500),
  })
  .meta({ id: 'SavedView' })

const ofTicket = z.object({ ticketNo })

const ticketEndpoint = byAct('ticket.work')
/** Does something in a ticket, and answers it as it is then. */
const inTicket = <const Rest extends { readonly summary: string; readonly body: z.ZodObject }>(
  path: `/api/console/ticket${string}`,
  rest: Rest,
) => ticketEndpoint('POST', path, { ...rest, result: ticket })

export const ticketApi = {
  consoleTicketListGet: ticketEndpoint('GET', '/api/console/ticket/list', {
    summary: 'お問い合わせの一覧（期限の近い順、終わったものは新しい順）',
    query: z.object({
      whose: z.enum(['mine', 'nobody', 'all']).default('all'),
      state: z.enum(['open', 'waiting', 'done']).default('open'),
      channel: ticketChannel.optional(),
      reason: caseReason.optional(),
      cursor: cursor.optional(),
      limit: queryNumber(1, 100).optional(),
    }),
    result: z.object({
      ...page(ticketRow),
      /** Of those under way, whoever has them. */
      counts: z.object({ mine: count, overdue: count, today: count, all: count }),
    }),
  }),

  consoleTicketGet: ticketEndpoint('GET', '/api/console/ticket', {
    summary: 'お問い合わせ1件',
    query: ofTicket,
    result: ticket,
  }),

  consoleTicketPost: ticketEndpoint('POST', '/api/console/ticket', {
    summary: 'お問い合わせを受け付ける',
    body: z.object({
      channel: ticketChannel,
      reason: caseReason,
      topic: contactTopic,
      text: words,
      accountId: accountId.optional(),
      /** Of a letter: the day of its postmark, from which the law counts. */
      postedOn: tokyoDate.optional(),
      outsideNo: text(40).optional(),
    }),
    result: ticket,
  }),

  consoleTicketNotePost: inTicket('/api/console/ticket/note', {
    summary: 'メモを残す（会員には見えません）',
    body: ofTicket.extend({ text: words }),
  }),

  consoleTicketAnswerPost: ticketEndpoint('POST', '/api/console/ticket/answer', {
    summary: '会員に回答する（マイページとメールでお知らせ）',
    body: ofTicket.extend({
      text: words,
      /** What becomes of the ticket with it. */
      next: z.enum(['keep', 'wait', 'solve']).default('keep'),
    }),
    result: ticket,
    errors: ['TICKET_WITHOUT_MEMBER'],
  }),

  consoleTicketDraftPut: ticketEndpoint('PUT', '/api/console/ticket/draft', {
    summary: '回答の下書きを保存する',
    body: ofTicket.extend({ text: z.string().max(TEXT_MAX) }),
    result: z.object({ savedAt: instant }),
  }),

  consoleTicketTemplatesGet: ticketEndpoint('GET', '/api/console/ticket/templates', {
    summary: '回答のひな形（事実を書き入れたもの）',
    query: ofTicket,
    result: z.object({
      templates: z.array(z.object({ code: z.string(), title: z.string(), text: z.string() })),
    }),
  }),

  consoleTicketAssignPost: inTicket('/api/console/ticket/assign', {
    summary: '担当する・引き継ぐ',
    /** Without a person: the caller takes it. */
    body: ofTicket.extend({ to: opaqueId.optional(), text: story(TEXT_MAX).optional() }),
  }),

  consoleTicketSnoozePost: inTicket('/api/console/ticket/snooze', {
    summary: '後で対応する（期限は変わりません）',
    body: ofTicket.extend({ until: instant }),
  }),

  consoleTicketWaitPost: inTicket('/api/console/ticket/wait', {
    summary: '会員のお返事を待つ（期限の時計を止める）',
    body: ofTicket,
    errors: ['TICKET_WITHOUT_MEMBER'],
  }),

  consoleTicketSolvePost: inTicket('/api/console/ticket/solve', {
    summary: '解決にする',
    body: ofTicket,
  }),

  consoleTicketMergePost: inTicket('/api/console/ticket/merge', {
    summary: '同じ会員のほかのお問い合わせにまとめる',
    body: ofTicket.extend({ into: ticketNo }),
    errors: ['TICKETS_OF_TWO_MEMBERS'],
  }),

  consoleTicketReopenPost: inTicket('/api/console/ticket/reopen', {
    summary: '解決から14日のうちに再開する',
    body: ofTicket,
    errors: ['TICKET_CLOSED'],
  }),

  consoleTicketMemberPut: staffEndpoint('PUT', '/api/console/ticket/member', {
    act: 'member.find',
    summary: 'だれのお問い合わせかを記録する（一度だけ）',
    body: ofTicket.extend({ accountId }),
    result: ticket,
  }),

  consoleTicketLetterPost: staffEndpoint('POST', '/api/console/ticket/cancellation_letter', {
    act: 'cancellation.letter',
    summary: '書面による初期契約解除を、消印の日で受け付ける',
    body: z.object({ ticketNo }),
    result: z.object({ orderNo, effectiveOn: tokyoDate }),
    errors: [
      'TICKET_CLOSED',
      'TICKET_WITHOUT_MEMBER',
      'LETTER_WITHOUT_DATE',
      'INITIAL_CANCEL_PERIOD_OVER',
      'INITIAL_CANCEL_NOT_APPLICABLE',
      'INITIAL_CANCEL_SUBMITTED',
      'CONTRACT_ENDED',
      'SUCCESSION_OPEN',
    ],
  }),

  consoleTicketMandatePost: staffEndpoint('POST', '/api/console/ticket/mandate', {
    act: 'ticket.legal',
    summary: '会員の書面の委任を記録する・ほかの人が確認する',
    body: ofTicket.extend({
      step: z.enum(['note', 'confirm']),
      text: story(TEXT_MAX, '書面の日付と、委任の範囲を入力してください。'),
    }),
    result: ticket,
    errors: ['MANDATE_SAME_PERSON'],
  }),

  consoleTicketOutsidePost: staffEndpoint('POST', '/api/console/ticket/outside', {
    act: 'ticket.legal',
    summary: 'センター・行政への回答を記録する（委任の確認のあと）',
    body: ofTicket.extend({ text: words }),
    result: ticket,
    errors: ['MANDATE_MISSING'],
  }),

  consoleViewListGet: ticketEndpoint('GET', '/api/console/view/list', {
    summary: '保存した表示',
    result: z.object({ views: z.array(view) }),
  }),

  consoleViewPut: ticketEndpoint('PUT', '/api/console/view', {
    summary: '表示を名前をつけて保存する（全員で使えます）',
    body: view,
    result: z.object({ views: z.array(view) }),
  }),

  consoleViewDelete: ticketEndpoint('DELETE', '/api/console/view', {
    summary: '保存した表示を消す',
    query: view.pick({ name: true, queue: true }),
    result: z.object({ views: z.array(view) }),
  }),
} satisfies Api
