import { findActiveOptions } from '#backend/contract/options.ts'
import { sql } from 'kysely'
import { loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { readHolder } from '#backend/holder.ts'
import { openCheck } from '#backend/identity/public.ts'
import { keyOf } from '#backend/contract/orders.ts'
import { takeOrderStep, type StepEngine } from '#backend/procedure/take-order-step.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { decideSimOrder, switchHours, type SimOrderRequest } from '#domain/sim/decide-sim-order.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { planSimOrder, sentBy, type SimOrderPlan } from '../queries/order-plan.ts'
import type { Instant } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import { requestSim, type CarrierOrders } from './ask-carrier.ts'
import { prepareSimOrder } from '../rows/prepared-order.ts'
import { bookCharges } from '#backend/contract/booked-charges.ts'
import { estimateSim } from '../queries/estimate.ts'
import { simMessage } from '../messages.ts'
import { insertPreparingLine } from './change-line.ts'
import type { SimOrder } from '../rows/details.ts'
import { simOrder } from '../procedure.ts'

export type SimDeps = CarrierOrders & { engine: StepEngine; book: PriceBook }

/**
 * Orders a further line, another SIM or another kind: decided by the rules, priced as it was confirmed, then handed
 * to the identity check or to the carrier.
 * @throws RefusalError of the exclusion matrix, KIND_UNCHANGED, EID_IN_USE, CONDITIONS_CHANGED, SWITCH_HOUR_NOT_OFFERED
 */
export async function placeSimOrder(
  tx: Db,
  deps: SimDeps,
  who: Who,
  ordered: SimOrderRequest,
  confirmed: { conditions: string; switchAt?: Instant | undefined; termsVersion?: string },
): Promise<SimOrder> {
  const { contractId, accountId, now } = who
  const { book } = deps
  const known = await loadContract(tx, contractId, { lock: true })
  const plan = planSimOrder(known, ordered, { now, ...sentBy(who), book })
  const { order: kindOfOrder, kind, simSize, eid } = plan
  const needsCheck = decide(ordered, known.facts, now)
  const holder = await readHolder(tx, deps.sealing, accountId)
  const active = await findActiveOptions(tx, known, now)
  const estimate = estimateSim({ ...known, active, holder, sealing: deps.sealing, book }, plan, now)
  requireConditions(confirmed.conditions, estimate)
  const { switchAt } = confirmed
  if (switchAt !== undefined) requireOffered(plan, switchAt, now)
  const eidIndex = eid === undefined ? undefined : deps.sealing.index('eid', eid)
  if (eidIndex !== undefined) await refuseUsedEid(tx, eidIndex)

  const line =
    plan.ownLine ?? (await insertPreparingLine(tx, deps.sealing, contractId, known.lines, plan))
  const prepared = prepareSimOrder(deps.sealing, plan, holder)
  const placed = await simOrder.open({
    lineId: line.line_id,
    procedure: plan.procedure,
    event: 'ordered',
    expectedOn: plan.endsOn,
    details: {
      wish: { order: kindOfOrder, kind, simSize },
      reason: plan.reason,
      ...(kindOfOrder === 'add' ? {} : { fromKind: line.kind, fromSize: line.sim_size }),
      eidIndex,
      switchAt,
      termsVersion: confirmed.termsVersion,
      ...(needsCheck ? { prepared } : { exchangeId: prepared.exchangeId }),
      estimate: { ...estimate, why: { allowed: true } },
      nextSteps: firstSteps(plan, needsCheck, switchAt),
    },
  })(tx, who)
  const key = keyOf(placed)
  await bookCharges(tx, { ...key, lineId: line.line_id }, plan.costs, now)

  const askForCheck = simOrder.advance(placed.order_no, { event: 'identity_requested' })
  const order = needsCheck ? await askForCheck(tx, { ...who, actor: 'system' }) : placed
  if (needsCheck) await openCheck(tx, { ...key, accountId, now })
  else await requestSim(tx, deps, order, line, prepared, now)
  return takeOrderStep(tx, deps.engine, who, {
    procedure: simOrder,
    step: order,
    audit: {
      action: 'sim-ordered',
      details: { order: kindOfOrder, kind, simSize, line: line.line_id },
    },
    message: (facts) => simMessage(needsCheck ? 'id_check' : 'ordered', facts),
  })
}

/** Whether the identity check comes next. */
function decide(ordered: SimOrderRequest, facts: ContractFacts, now: Instant): boolean {
  const decided = decideSimOrder(ordered, facts, 'not_required', now)
  if (decided.ok) return decided.value[0]?.nextEvent === 'identity_requested'
  const { code } = decided
  throw new RefusalError(code === 'EID_REQUIRED' ? 'VALIDATION_FAILED' : { ...decided, code })
}

/** Only a profile is there at once; for a card the hour is chosen when it has arrived. */
function requireOffered(plan: SimOrderPlan, hour: Instant, now: Instant) {
  const offered = plan.isEsim && switchHours(now, now).some((one) => one.equals(hour))
  if (!offered) throw new RefusalError('SWITCH_HOUR_NOT_OFFERED')
}

/** One chip, one order at a time, for all members; two orders at once meet at the lock on the chip. */
export async function refuseUsedEid(tx: Db, eidIndex: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`eid ${eidIndex}`}, 0))`.execute(tx)
  const open = await tx
    .selectFrom('procedure_order')
    .select('order_no')
    .where('closed_at', 'is', null)
    .where(sql`details ->> 'eidIndex'`, '=', eidIndex)
    .executeTakeFirst()
  if (open)
    throw new RefusalError({ code: 'EID_IN_USE', fields: { eid: [errors.EID_IN_USE.message] } })
}

function firstSteps(plan: SimOrderPlan, needsCheck: boolean, switchAt: Instant | undefined) {
  return [
    ...(needsCheck ? [nextStep('本人確認書類の読み取りを済ませてください。')] : []),
    plan.isEsim
      ? nextStep('eSIMのプロファイルができたら、端末に追加してください。')
      : nextStep('SIMが届きます。', plan.arrivesOn),
    switchAt === undefined
      ? nextStep('切り替えの日時を選べます。選ばれないときは自動で切り替えます。', plan.endsOn)
      : nextStep('選んだ日時に切り替えます。', switchAt),
  ]
}
