import { naming } from '#console/parts/refuse-field.ts'
import { approvalPlace, ticketPlace } from '#console/shell/places.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { actions, type Outcome, type Press } from '#portal/mypage/flow/submit.ts'
import { approvalApi } from '#protocol/console/approval.ts'
import { ticketApi } from '#protocol/console/ticket.ts'
import { secretParts } from '#vocabulary/console-record.ts'

const done =
  (what: string) =>
  ({ form }: Outcome<unknown>) =>
    `${ticketPlace(textOf(form, 'ticketNo'))}?done=${what}`

/** Everything that is pressed on the page of a case; `intent` in the form names it. */
export const ticketAction = actions({
  note: { endpoint: ticketApi.consoleTicketNotePost, to: done('note') },
  answer: { endpoint: ticketApi.consoleTicketAnswerPost, to: done('answer') },
  draft: { endpoint: ticketApi.consoleTicketDraftPut, to: done('draft') },
  assign: { endpoint: ticketApi.consoleTicketAssignPost, to: done('assign') },
  handOver: {
    ask: naming(ticketApi.consoleTicketAssignPost, 'to', '渡す相手を選んでください。'),
    to: done('assign'),
  },
  snooze: { endpoint: ticketApi.consoleTicketSnoozePost, to: done('snooze') },
  wait: { endpoint: ticketApi.consoleTicketWaitPost, to: done('wait') },
  solve: { endpoint: ticketApi.consoleTicketSolvePost, to: done('solve') },
  merge: {
    endpoint: ticketApi.consoleTicketMergePost,
    to: ({ form }) => `${ticketPlace(textOf(form, 'into').trim().toUpperCase())}?done=merge`,
  },
  cancelByLetter: {
    endpoint: ticketApi.consoleTicketLetterPost,
    to: done('cancelByLetter'),
  },
  openSecrets: {
    // Async: what the form lacks is a refusal, as one of the wire is.
    ask: async (call, form, idempotencyKey) => {
      const part = secretParts.find((one) => one === textOf(form, 'part')) ?? 'calls'
      const [ticketNo, reason, paper] = [
        textOf(form, 'ticketNo'),
        textOf(form, 'reason'),
        textOf(form, 'paper'),
      ]
      const body = { operation: 'secretsOpened', ticketNo, reason, part, paper } as const
      return call(approvalApi.consoleApprovalProposePost, { body, idempotencyKey })
    },
    to: ({ value }) => `${approvalPlace(value.approvalNo)}?done=propose`,
  } satisfies Press<{ readonly approvalNo: string }>,
  reopen: { endpoint: ticketApi.consoleTicketReopenPost, to: done('reopen') },
  setMember: { endpoint: ticketApi.consoleTicketMemberPut, to: done('setMember') },
  mandate: { endpoint: ticketApi.consoleTicketMandatePost, to: done('mandate') },
  outside: { endpoint: ticketApi.consoleTicketOutsidePost, to: done('outside') },
})

/** A new case leads to its own page. */
export const newTicketAction = actions(
  {
    open: {
      endpoint: ticketApi.consoleTicketPost,
      to: ({ value }) => `${ticketPlace(value.ticketNo)}?done=open`,
    },
  },
  'open',
)
