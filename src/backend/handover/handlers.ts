import type { AreaHandlers } from '#backend/area.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { memberOf } from '#backend/caller.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isUnder18 } from '#domain/application/answers.ts'
import { endOf } from '#domain/billing/next-bills.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { handoverStates } from '#domain/handover/handover-states.ts'
import {
  formatRfc3339,
  tokyoDate,
  toTokyoDate,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import type { HandoverDeps } from './deps.ts'
import { numberAad, receiverAad, type HandoverOrder } from './details.ts'
import { loadEstimate, offerLine, withdrawOffer } from './offer.ts'
import { firstDayOf, handover } from './procedure.ts'

export function handoverHandlers(deps: HandoverDeps) {
  const { sealing, book } = deps

  /** An offer under way, as its own page shows it: the number only as long as it can be used. */
  function toWireOffer(order: HandoverOrder) {
    const { contract_id: contractId, order_no: orderNo, details, state } = order
    const { numberSealed, receiverSealed, validUntil } = details
    const { label, sentence } = handover.words(order, state)
    const isOpen = state === 'offered'
    return {
      orderNo,
      state,
      stateLabel: label,
      sentence,
      offeredAt: formatRfc3339(order.requested_at),
      ...(isOpen && numberSealed
        ? { handoverNo: sealing.open(numberAad(contractId, orderNo), numberSealed) }
        : {}),
      ...(receiverSealed
        ? { receiverKana: sealing.open(receiverAad(contractId, orderNo), receiverSealed) }
        : {}),
      ...(isOpen && validUntil ? { validUntil } : {}),
      ...(state === 'due' ? { firstDay: firstDayOf(order) } : {}),
      canWithdraw: handoverStates.can(state, 'withdrawn', 'member'),
    }
  }

  return {
    async handoverLinesGet(_, caller) {
      const { db, now } = caller
      const { contractId } = memberOf(caller)
      const { facts, lines, open } = await loadContract(db, contractId)
      const offers = open.filter(handover.owns).map(handover.read)
      return {
        lines: lines
          .filter(({ status }) => status !== 'ended' && status !== 'preparing')
          .map((line) => {
            const offer = offers.find(({ line_id: lineId }) => lineId === line.line_id)
            return {
              line: toLineName(line, sealing),
              ...toWireWhy('lineHandover', mayBegin('lineHandover', facts, now, line.line_id)),
              ...(offer && { offer: toWireOffer(offer) }),
            }
          }),
        asOf: formatRfc3339(now),
      }
    },

    async handoverEstimateGet({ query: { lineId } }, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const known = await loadContract(db, contractId)
      const estimate = await loadEstimate(db, deps, known, lineOf(known, lineId), now)
      const ends = endOf([lineId], estimate.effectiveOn)
      const nextBills = await loadNextBills(caller, known, ends, book)
      const may = mayBegin('lineHandover', known.facts, now, lineId)
      return { ...estimate, nextBills, why: toWireWhy('lineHandover', may) }
    },

    async handoverOfferPost({ body }, caller) {
      const { lineId, conditions, lastNameKana, firstNameKana, birth } = body
      requireAdult(tokyoDate(birth), caller.now)
      const receiver = { kana: `${lastNameKana} ${firstNameKana}`, birth }
      const wish = { lineId, conditions, receiver }
      const order = await offerLine(caller.db, deps, whoOf(caller), wish)
      return { receipt: toReceipt(handover, order), offer: toWireOffer(order) }
    },

    async handoverWithdrawPost({ body }, caller) {
      return toReceipt(handover, await withdrawOffer(caller.db, deps, whoOf(caller), body.orderNo))
    },
  } satisfies AreaHandlers
}

/** Who is younger cannot apply for the line. @throws RefusalError VALIDATION_FAILED */
function requireAdult(birth: TokyoDate, now: Instant) {
  if (!isUnder18(birth, toTokyoDate(now))) return
  throw new RefusalError({
    code: 'VALIDATION_FAILED',
    fields: { birth: ['ゆずれるのは、18歳以上のご家族です。生年月日を確認してください。'] },
  })
}
