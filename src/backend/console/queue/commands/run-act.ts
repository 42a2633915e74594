import type { AreaDeps } from '#backend/area.ts'
import { applicationDecisionsJob, decideReview } from '#backend/application/public.ts'
import {
  askForRepair,
  askCardsAgain,
  lookUpPaymentJob,
  lookUpRefundJob,
} from '#backend/billing/public.ts'
import { askExchangeAgainJob } from '#backend/carrier/exchange.ts'
import { isInvolved } from '#backend/console/approval/public.ts'
import { nameOfStaff } from '#backend/console/staff/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf } from '#backend/db/rows.ts'
import { deskJob, deskSteps, deskStepsIn, openClaim } from '#backend/device/public.ts'
import { resolveFinding } from '#backend/finding.ts'
import { confirmHold } from '#backend/hold/decide-hold.ts'
import { decideReview as decideCheck, identityDecisionsJob } from '#backend/identity/public.ts'
import { sendContactAgain } from '#backend/mail/contact-messages.ts'
import { sendMailAgain } from '#backend/mail/outbox.ts'
import { askPointsAgainJob } from '#backend/point/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { decideSuccession, successionDecisionsJob } from '#backend/succession/public.ts'
import type { ConsoleAct, StaffRole } from '#vocabulary/console.ts'
import type { ClaimStep, SuccessionAnswer } from '#vocabulary/console-queue.ts'
import type { ClaimRefusalReason } from '#vocabulary/device.ts'
import type { ItemKind } from '../queries/streams.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'queue'>

/** Somebody of the staff, by the role in which they act. */
export type StaffWho = Acting & {
  readonly actor: 'staff'
  readonly staffId: string
  readonly role: StaffRole
}

type OnItem = { readonly kind: ItemKind; readonly ref: string; readonly who: StaffWho }

/** What each act is given. */
export type Given = {
  'identity.ask': { choice: 'ask' | 'refuse'; reason: string }
  'application.decide': { choice: 'accept' } | { choice: 'reject'; reason: string }
  'succession.ask': { choice: SuccessionAnswer; reason: string }
  'claim.work': {
    choice: ClaimStep
    refusal?: ClaimRefusalReason | undefined
    trackingNo?: string | undefined
  }
  'refund.again': { choice: 'again' }
  'points.again': { choice: 'again' }
  'exchange.again': { choice: 'again' }
  'message.again': { choice: 'again' }
  'bill.repair': { choice: 'again' }
  'finding.settle': { choice: 'settle' | 'again' }
  'hold.confirm': { choice: 'confirm' }
}

export type ItemAct = keyof Given & ConsoleAct

type Run<Act extends ItemAct> = (tx: Db, deps: Deps, on: OnItem, given: Given[Act]) => Promise<void>

/**
 * What each act does to its item: the functions that the desk's commands call too. What goes outside is a job of the
 * item's area. @throws RangeError or RefusalError where the item does not allow it, or is gone
 */
const runs: { readonly [Act in ItemAct]: Run<Act> } = {
  'identity.ask': async (tx, { sealing, queue }, { ref, who }, { choice, reason }) => {
    const decision = choice === 'ask' ? 'documents_asked' : 'refused'
    const name = await nameOfStaff(tx, who.staffId)
    const by = { checkedBy: name, recordedBy: name, now: who.now }
    await decideCheck(tx, { sealing }, ref, { decision, reason }, by)
    await queue.send(tx, identityDecisionsJob, {})
  },

  'application.decide': async (tx, { queue }, { ref, who }, given) => {
    const { choice: decision } = given
    const reason = 'reason' in given ? given.reason : undefined
    await decideReview(tx, ref, { decision, ...(reason && { reason }) }, who.now)
    await queue.send(tx, applicationDecisionsJob, {})
  },

  'succession.ask': async (tx, { queue }, { ref, who }, { choice, reason }) => {
    const decision =
      choice === 'pause'
        ? ({ decision: 'ask', reason, pauses: true } as const)
        : { decision: choice, reason }
    await decideSuccession(tx, ref, decision, who.now)
    await queue.send(tx, successionDecisionsJob, {})
  },

  'claim.work': async (tx, { queue }, { ref }, { choice: step, refusal, trackingNo }) => {
    const { contract_id: contractId, state } = await openClaim(tx, ref)
    const declared = deskSteps[step]
    if (!deskStepsIn(state).includes(step))
      throw new RangeError(`${ref} is ${state}: ${step} does not fit`)
    const takes = 'takes' in declared ? declared.takes : undefined
    const value = takes === 'reason' ? refusal : takes === 'tracking' ? trackingNo : undefined
    await queue.send(tx, deskJob, { contractId, orderNo: ref, step, ...(value && { value }) })
  },

  'refund.again': (tx, _, { ref, who }) => askCardsAgain(tx, ref, who),

  'points.again': (tx, { queue }, { ref }) => queue.send(tx, askPointsAgainJob, { orderId: ref }),

  'exchange.again': async (tx, { queue }, { kind, ref }) => {
    if (kind.name === 'payment-answer-unknown')
      return queue.send(tx, lookUpPaymentJob, { orderId: ref })
    if (kind.name === 'refund-answer-unknown')
      return queue.send(tx, lookUpRefundJob, { refundId: ref })
    const of = kind.name === 'order-overdue' ? { order_no: ref } : { exchange_id: ref }
    const asked = (await rowsOf(tx, 'carrier_exchange', of)).filter(({ state }) =>
      ['requested', 'sent', 'unknown'].includes(state),
    )
    if (asked.length === 0) throw new RangeError(`Nothing of ${ref} waits for an answer`)
    const ids = asked.map(({ exchange_id: exchangeId }) => ({ exchangeId }))
    await queue.send(tx, askExchangeAgainJob, ...ids)
  },

  'message.again': (tx, { queue }, { kind, ref }) =>
    kind.name === 'mail-not-sent'
      ? sendMailAgain(tx, queue, ref)
      : sendContactAgain(tx, queue, ref),

  'bill.repair': async (tx, deps, { ref }) => {
    const [contractId = '', month = ''] = ref.split(' ')
    await askForRepair(tx, deps, { contractId, month })
  },

  'finding.settle': async (tx, _, { kind, ref, who }, { choice }) => {
    if (choice === 'settle')
      return resolveFinding(tx, kind, { ref, caseNo: who.caseNo ?? 'console', by: who }, who.now)
    if (kind.again === undefined) throw new RangeError(`nothing of ${kind.name} is begun again`)
    if (!(await kind.again(tx, ref))) throw new RangeError(`${kind.name} lists no ${ref}`)
  },

  'hold.confirm': async (tx, _, { ref, who }) => {
    const { case_no: caseNo } = await confirmHold(tx, who, ref)
    if (caseNo !== null && (await isInvolved(tx, who.staffId, caseNo)))
      throw new RefusalError('CONFIRMED_BY_ANOTHER')
  },
}

/** Does what was decided. @throws RangeError or RefusalError where the item does not allow it any more */
export const runAct = <Act extends ItemAct>(
  tx: Db,
  deps: Deps,
  on: OnItem,
  { act, given }: { readonly act: Act; readonly given: Given[Act] },
): Promise<void> => runs[act](tx, deps, on, given)
