import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { familyRequestStates } from '#domain/family-request/request-states.ts'
import { type AskedFacts, replyMessage, askedMessages, expiredMessage } from './messages.ts'
import type { RequestRow } from './rows.ts'

type AboutRequest = About<RequestRow>

/** Every step of a request: what is recorded of it, and what the holder and who asked get. */
export const familyRequests = defineAggregate({
  table: 'family_request',
  key: ['contract_id', 'request_id'],
  machine: familyRequestStates,
  stamps: ({ now, to }) => (to === 'open' ? {} : { ended_at: now }),
  accountId: (request) => request.holder_account_id,
  steps: {
    asked: {
      event: null,
      audit: 'family-request-asked',
      details: ({ kind, line_id: line, option_code: option }: RequestRow) => ({
        kind,
        line,
        option: option ?? undefined,
      }),
      message: ({ row }: AboutRequest, facts: AskedFacts) => askedMessages(row, facts),
    },
    granted: {
      audit: 'family-request-granted',
      details: ({ answer, order_no: orderNo }: RequestRow) => ({
        answer,
        orderNo: orderNo ?? undefined,
      }),
      message: ({ row }: AboutRequest) => replyMessage(row),
    },
    declined: {
      audit: 'family-request-declined',
      message: ({ row }: AboutRequest) => replyMessage(row),
    },
    withdrawn: { audit: 'family-request-withdrawn' },
    expired: {
      audit: 'family-request-expired',
      message: ({ row }: AboutRequest) => expiredMessage(row),
    },
    /** The end of the role or of the line has a message of its own. */
    closed: { audit: 'family-request-closed' },
  },
})
