import type { OrderRow } from '#backend/contract/orders.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { limitStep, nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { options } from '#domain/catalogue/option.ts'
import { decideLeave, factOf } from '#domain/option/decide-option.ts'
import { leaveMessage } from '../messages.ts'
import { optionLeave } from '../procedure.ts'
import { estimateLeave, leavingOf } from '../queries/estimate.ts'
import { loadOptions, placeOf } from '../queries/load.ts'
import { isFreeOn } from '../queries/notices.ts'
import { setLastDay } from '../rows.ts'
import { askToSwitchOff } from './ask-to-switch.ts'
import type { JoinRequest } from './join-option.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'engine' | 'queue' | 'book'>

export type LeaveRequest = Pick<JoinRequest, 'optionCode' | 'lineId'> & {
  readonly conditions: string
}

/**
 * Books the last day; a switch that costs nothing is lifted as soon as the carrier has done it.
 * @throws RefusalError what the rules refuse, CONDITIONS_CHANGED, OPTION_NOT_ACTIVE
 */
export async function leaveOption(
  tx: Db,
  { sealing, engine, queue, book }: Deps,
  who: Who,
  request: LeaveRequest,
): Promise<OrderRow> {
  const { contractId, now } = who
  const facts = await loadOptions(tx, { contractId, now, lock: true })
  const { known, active } = facts
  const place = placeOf(known, request)
  requireOk(decideLeave(place, { facts: known.facts, active }, now))
  const estimate = estimateLeave({ sealing, book }, facts, { place, now })
  requireConditions(request.conditions, estimate)
  const period = factOf(active, place)?.period
  if (period === undefined) throw new RefusalError('OPTION_NOT_ACTIVE')

  const { effectiveOn, undoUntil } = leavingOf(known, place, now)
  const isAtOnce = options[place.code].leaves === 'atOnce'
  const order = await takeOrderStep(tx, engine, who, {
    procedure: optionLeave,
    step: optionLeave.open({
      procedure: 'optionLeave',
      event: isAtOnce ? 'stop_asked' : 'booked',
      lineId: place.lineId,
      effectiveOn,
      undoUntil,
      details: {
        optionCode: place.code,
        changesTerms: !isFreeOn(place.code, effectiveOn, book),
        estimate: { ...estimate, why: { allowed: true } },
        nextSteps: isAtOnce
          ? [nextStep('設定が終わりしだい、お知らせします（通常は数分）。')]
          : [
              ...(undoUntil === undefined ? [] : [limitStep('解約を取り消せます。', undoUntil)]),
              nextStep('最終利用日です。24時に終了します。', effectiveOn),
            ],
      },
    }),
    audit: {
      action: isAtOnce ? 'option-stop-asked' : 'option-leaving-booked',
      details: { optionCode: place.code, effectiveOn },
    },
    message: (facts) => leaveMessage(isAtOnce ? 'asked' : 'booked', facts),
  })
  if (isAtOnce) await askToSwitchOff(tx, { queue, sealing }, known, order, now)
  else await setLastDay(tx, { contractId, periodId: period.period_id }, { lastDay: effectiveOn })
  return order
}
