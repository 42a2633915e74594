import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { memberOf } from '#backend/caller.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isUnder18 } from '#domain/application/answers.ts'
import { endOf } from '#domain/billing/next-bills.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import {
  formatRfc3339,
  tokyoDate,
  toTokyoDate,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import { changeHandsDue } from './commands/change-hands.ts'
import {
  expireOffers,
  followEndedSides,
  withdrawOffer,
  type SideDeps,
} from './commands/end-side.ts'
import { offerLine, type OfferDeps } from './commands/offer-line.ts'
import { remindBothSides } from './commands/remind-sides.ts'
import { takeCarrierAnswer } from './commands/take-carrier-answer.ts'
import { handover } from './procedure.ts'
import { loadEstimate } from './queries/estimate.ts'
import { toWireOffer } from './queries/offered.ts'

/** Lines handed to a member of the family; composed before the areas that end things at the month rollover (decision 067). */
export function createHandoverArea(deps: ProcedureDeps & SideDeps) {
  const work: AreaWork = {
    tasks: [
      { name: 'lines changing hands', run: (now) => changeHandsDue(deps, now) },
      { name: 'hand-overs of which one side has ended', run: (now) => followEndedSides(deps, now) },
      { name: 'offers of lines expiring', run: (now) => expireOffers(deps, now) },
      { name: 'lines changing hands tomorrow', run: (now) => remindBothSides(deps, now) },
    ],
    onExchange: [(tx, outcome, now) => takeCarrierAnswer(tx, deps, outcome, now)],
  }
  return { handlers: handoverHandlers(deps), work }
}

function handoverHandlers(deps: OfferDeps & SideDeps) {
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
              line: toLineName(line, deps.sealing),
              ...toWireWhy('lineHandover', mayBegin('lineHandover', facts, now, line.line_id)),
              ...(offer && { offer: toWireOffer(deps, offer) }),
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
      const nextBills = await loadNextBills(caller, known, ends, deps.book)
      const may = mayBegin('lineHandover', known.facts, now, lineId)
      return { ...estimate, nextBills, why: toWireWhy('lineHandover', may) }
    },

    async handoverOfferPost({ body }, caller) {
      const { lineId, conditions, lastNameKana, firstNameKana, birth } = body
      requireAdult(tokyoDate(birth), caller.now)
      const receiver = { kana: `${lastNameKana} ${firstNameKana}`, birth }
      const request = { lineId, conditions, receiver }
      const order = await offerLine(caller.db, deps, whoOf(caller), request)
      return { receipt: toReceipt(handover, order), offer: toWireOffer(deps, order) }
    },

    async handoverWithdrawPost({ body }, caller) {
      return toReceipt(handover, await withdrawOffer(caller.db, deps, whoOf(caller), body.orderNo))
    },
  } satisfies AreaHandlers
}

/** Somebody younger than 18 cannot apply for the line. @throws RefusalError VALIDATION_FAILED */
function requireAdult(birth: TokyoDate, now: Instant) {
  if (!isUnder18(birth, toTokyoDate(now))) return
  throw new RefusalError({
    code: 'VALIDATION_FAILED',
    fields: { birth: ['ゆずれるのは、18歳以上のご家族です。生年月日を確認してください。'] },
  })
}
