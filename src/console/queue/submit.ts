import { data } from 'react-router'
import { proposalOf } from './proposal.ts'
import { viewPresses } from '#console/filter/submit.ts'
import { rowPlace } from './row.ts'
import { naming, refuseField } from '#console/parts/refuse-field.ts'
import { approvalPlace, queuePlace } from '#console/shell/places.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { actions, type Outcome, type Press } from '#portal/mypage/flow/submit.ts'
import { approvalApi } from '#protocol/console/approval.ts'
import { queueApi } from '#protocol/console/queue.ts'
import type { RawInput } from '#protocol/endpoint.ts'
import type { Sendable } from '#protocol/form.ts'
import { workQueues } from '#vocabulary/console.ts'
import { workItems } from '#vocabulary/console-queue.ts'
import { namesOf } from '#vocabulary/state-words.ts'

const kindOf = (form: FormData) => namesOf(workItems).find((name) => name === textOf(form, 'item'))

/** The item that the form was about, open again beside its list. */
function backTo(form: FormData, done: string): string {
  const queue = textOf(form, 'queue')
  const known = namesOf(workQueues).find((name) => name === queue) ?? 'ticket'
  const kind = kindOf(form)
  if (kind === undefined) return `${queuePlace(known)}?done=${done}`
  return `${rowPlace({ queue: known, item: kind, ref: textOf(form, 'ref') })}&done=${done}`
}

const back =
  (done: string) =>
  ({ form }: Outcome<unknown>) =>
    backTo(form, done)

const decide = <Value>(endpoint: Sendable<Value>): Press<Value> => ({
  endpoint,
  to: back('decide'),
})

/** On to the proposal: another person is waited for there. */
const propose: Press<{ readonly approvalNo: string }> = {
  // Async: what the form lacks is a refusal, as one of the wire is.
  ask: async (call, form, idempotencyKey) =>
    call(approvalApi.consoleApprovalProposePost, { body: proposalOf(form), idempotencyKey }),
  to: ({ value }) => `${approvalPlace(value.approvalNo)}?done=propose`,
}

/** Its body has a form of its own for each choice. @throws ApiError VALIDATION_FAILED where nothing was chosen */
function applicationOf(form: FormData): RawInput<typeof queueApi.consoleApplicationPost>['body'] {
  const item = kindOf(form)
  if (item === undefined) throw data(null, { status: 404 })
  const key = { item, ref: textOf(form, 'ref') }
  switch (textOf(form, 'choice')) {
    case 'accept':
      return { ...key, choice: 'accept' }
    case 'reject':
      return { ...key, choice: 'reject', reason: textOf(form, 'reason') }
    default:
      throw refuseField('choice', '決め方を選んでください。')
  }
}

/** Everything that is pressed beside a queue; a decision goes by the name of its act. */
export const queueAction = actions({
  ...viewPresses,
  take: { endpoint: queueApi.consoleQueueTakePost, to: back('take') },
  handOver: {
    ask: naming(queueApi.consoleQueueTakePost, 'to', '渡す相手を選んでください。'),
    to: back('handOver'),
  },
  snooze: { endpoint: queueApi.consoleQueueSnoozePost, to: back('snooze') },
  next: {
    endpoint: queueApi.consoleQueueNextPost,
    to: ({ value: { taken }, form }) => {
      if (taken !== undefined) {
        form.set('item', taken.item)
        form.set('ref', taken.ref)
      }
      return backTo(form, 'next')
    },
  },
  propose,
  takeBack: { endpoint: queueApi.consoleDecisionTakeBackPost, to: back('takeBack') },
  'identity.ask': decide(queueApi.consoleIdentityPost),
  'application.decide': {
    // Async: what the form lacks is a refusal, as one of the wire is.
    ask: async (call, form, idempotencyKey) =>
      call(queueApi.consoleApplicationPost, { body: applicationOf(form), idempotencyKey }),
    to: back('decide'),
  },
  'succession.ask': decide(queueApi.consoleSuccessionPost),
  'claim.work': decide(queueApi.consoleClaimPost),
  'refund.again': decide(queueApi.consoleRefundPost),
  'points.again': decide(queueApi.consolePointsPost),
  'exchange.again': decide(queueApi.consoleExchangePost),
  'message.again': decide(queueApi.consoleMessagePost),
  'bill.repair': decide(queueApi.consoleBillPost),
  'hold.confirm': decide(queueApi.consoleHoldConfirmPost),
  'finding.settle': decide(queueApi.consoleFindingPost),
})
