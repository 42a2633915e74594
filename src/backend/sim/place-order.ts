import { sql } from 'kysely'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { readHolder } from '#backend/holder.ts'
import type { OrderChecks } from '#backend/identity/order-checks.ts'
import { keyOf } from '#backend/contract/orders.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError } from '#backend/refusal.ts'
import { decideSimOrder, switchHours } from '#domain/sim/decide-sim-order.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { simOrderCosts } from '#domain/sim/sim-order-costs.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import { prepareSimOrder, requestSim } from './carrier-orders.ts'
import { bookCharges } from '#backend/contract/booked-charges.ts'
import { estimateSim, expectedArrival, expectedEnd } from './estimate.ts'
import { simMessage } from './messages.ts'
import { insertPreparingLine } from './new-line.ts'
import type { SimOrder } from './details.ts'
import type { SimProgress } from './effects.ts'
import { simOrder } from './procedure.ts'
import { procedureOfWish, type SimWish } from './wish.ts'

export type SimDeps = SimProgress & { identity: OrderChecks }

/**
 * Orders a further line, another SIM or another kind: decided by the rules, priced as it was confirmed, then handed
 * to the identity check or to the carrier.
 * @throws RefusalError of the exclusion matrix, KIND_UNCHANGED, EID_IN_USE, CONDITIONS_CHANGED, SWITCH_HOUR_NOT_OFFERED
 */
export async function placeSimOrder(
  tx: Db,
  deps: SimDeps,
  who: Who,
  wish: SimWish,
  confirmed: { conditions: string; switchAt?: Instant | undefined; termsVersion?: string },
): Promise<SimOrder> {
  const { contractId, accountId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const ownLine = wish.lineId === undefined ? undefined : lineOf(known, wish.lineId)
  const needsCheck = decide(wish, known.facts, now)
  const holder = await readHolder(tx, deps.sealing, accountId)
  const estimate = estimateSim({ ...known, holder, sealing: deps.sealing }, wish, now)
  requireConditions(confirmed.conditions, estimate)
  const { switchAt } = confirmed
  if (switchAt !== undefined) requireOffered(wish, switchAt, now)
  const eidIndex = wish.eid === undefined ? undefined : deps.sealing.index('eid', wish.eid)
  if (eidIndex !== undefined) await refuseUsedEid(tx, eidIndex)

  const line =
    ownLine ?? (await insertPreparingLine(tx, deps.sealing, contractId, known.lines, wish))
  const prepared = prepareSimOrder(deps.sealing, wish, holder)
  const placed = await simOrder.open({
    lineId: line.line_id,
    procedure: procedureOfWish[wish.order],
    event: 'ordered',
    expectedOn: expectedEnd(wish, now),
    details: {
      wish: { order: wish.order, kind: wish.kind, simSize: wish.simSize },
      reason: wish.reason,
      ...(wish.order === 'add' ? {} : { fromKind: line.kind, fromSize: line.sim_size }),
      eidIndex,
      switchAt,
      termsVersion: confirmed.termsVersion,
      ...(needsCheck ? { prepared } : { exchangeId: prepared.exchangeId }),
      estimate: { ...estimate, why: { allowed: true } },
      nextSteps: firstSteps(wish, needsCheck, switchAt, now),
    },
  })(tx, who)
  const key = keyOf(placed)
  const today = toTokyoDate(now)
  const costs = simOrderCosts(wish.order, wish.simSize, today)
  await bookCharges(tx, { ...key, lineId: line.line_id }, costs, now)

  const askForCheck = simOrder.advance(placed.order_no, { event: 'identity_requested' })
  const order = needsCheck ? await askForCheck(tx, { ...who, actor: 'system' }) : placed
  if (needsCheck) await deps.identity.open(tx, { ...key, accountId, now })
  else await requestSim(tx, deps, order, line, prepared, now)
  const { order: kindOfOrder, kind, simSize } = wish
  return deps.commit.order(tx, who, {
    procedure: simOrder,
    step: order,
    audit: {
      action: 'sim-ordered',
      details: { order: kindOfOrder, kind, simSize, line: line.line_id },
    },
    message: (told) => simMessage(needsCheck ? 'id_check' : 'ordered', told),
  })
}

/** Whether the identity check comes next. */
function decide(wish: SimWish, facts: ContractFacts, now: Instant): boolean {
  const decided = decideSimOrder(wish, facts, 'not_required', now)
  if (decided.ok) return decided.value[0]?.nextEvent === 'identity_requested'
  const { code } = decided
  throw new RefusalError(code === 'EID_REQUIRED' ? 'VALIDATION_FAILED' : { ...decided, code })
}

/** Only a profile is there at once; for a card the hour is chosen when it has arrived. */
function requireOffered(wish: SimWish, hour: Instant, now: Instant) {
  const offered = wish.simSize === 'esim' && switchHours(now, now).some((one) => one.equals(hour))
  if (!offered) throw new RefusalError('SWITCH_HOUR_NOT_OFFERED')
}

/** One chip, one order at a time, whoever orders; two orders at once meet at the lock on the chip. */
async function refuseUsedEid(tx: Db, eidIndex: string) {
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

function firstSteps(
  wish: SimWish,
  needsCheck: boolean,
  switchAt: Instant | undefined,
  now: Instant,
) {
  const isEsim = wish.simSize === 'esim'
  return [
    ...(needsCheck ? [nextStep('本人確認書類の読み取りを済ませてください。')] : []),
    isEsim
      ? nextStep('eSIMのプロファイルができたら、端末に追加してください。')
      : nextStep('SIMが届きます。', expectedArrival(now)),
    switchAt === undefined
      ? nextStep(
          '切り替えの日時を選べます。選ばれないときは自動で切り替えます。',
          expectedEnd(wish, now),
        )
      : nextStep('選んだ日時に切り替えます。', switchAt),
  ]
}
