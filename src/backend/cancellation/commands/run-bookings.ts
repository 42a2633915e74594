import { lockContract } from '#backend/contract/contracts.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { keyOf, linesOf, type OrderRow } from '#backend/contract/orders.ts'
import { isTakeoverAhead } from '#backend/contract/takeover-ahead.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { byContract } from '#backend/jobs/side-by-side.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { endContract, endLines, followBookings } from '#backend/procedure/endings.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { decideCancellation } from '#domain/cancellation/decide-cancellation.ts'
import { addDays, endOfDay, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { bookedMessage, cancellationMessage } from '../messages.ts'
import { cancellation, isWhole, type CancellationOrder } from '../procedure.ts'
import { nextStepsOf } from '../queries/scope.ts'
import { stopLines, type StopDeps } from './stop-lines.ts'

type StepDeps = Pick<ProcedureDeps, 'engine' | 'procedures'>
type Deps = StepDeps & Pick<ProcedureDeps, 'database' | 'log'>

/** Contracts worked on at the same time: tens of thousands end at a month rollover. */
const AT_ONCE = 2

/** Ends what had its last day: at 00:00 after it, or at the next run if that was missed. */
export async function executeCancellations(deps: Deps & StopDeps, now: Instant): Promise<void> {
  const lastDay = addDays(toTokyoDate(now), -1)
  const orders = await cancellation.findOpen(deps.database.db, ['reserved', 'queued'], lastDay)
  await eachOf(orders, deps, now, (tx, by, known, order) => executeOne(tx, deps, by, known, order))
}

/** Ends what had its last day while a succession was ahead that has been stopped since. */
export async function executeAwaiting(deps: Deps & StopDeps, now: Instant): Promise<void> {
  const orders = await cancellation.findOpen(deps.database.db, ['awaiting_succession'])
  await eachOf(orders, deps, now, (tx, by, known, order) => executeOne(tx, deps, by, known, order))
}

/** Books what waited for a SIM order that is over now; its last day is the one that was requested. */
export async function releaseCancellations(deps: Deps, now: Instant): Promise<void> {
  const queued = await cancellation.findOpen(deps.database.db, ['queued'])
  await eachOf(queued, deps, now, (tx, by, known, order) => releaseOne(tx, deps, by, known, order))
}

/** Each in a transaction of its own: one contract's failure stops no other. */
async function eachOf(
  orders: readonly OrderRow[],
  { database, log }: Pick<Deps, 'database' | 'log'>,
  now: Instant,
  change: (tx: Db, by: By, known: LoadedContract, order: CancellationOrder) => Promise<void>,
) {
  await byContract(orders.map(keyOf), AT_ONCE, (key) =>
    isolated(log, key, 'cancellation task', () =>
      database.db.transaction().execute(async (tx) => {
        const { contractId } = key
        const known = await loadContract(tx, contractId, { lock: true })
        const by: By = { actor: 'system', contractId, now }
        await change(tx, by, known, await cancellation.find(tx, key))
      }),
    ),
  )
}

async function executeOne(
  tx: Db,
  { engine, procedures, ...deps }: StepDeps & StopDeps,
  by: By,
  { facts, lines }: LoadedContract,
  order: CancellationOrder,
) {
  const { now } = by
  const { order_no: orderNo, effective_on: endedOn } = order
  const command = { type: 'execute', lineId: linesOf(order)[0] } as const
  const decided = decideCancellation(command, facts, now, 'system')
  if (!decided.ok || endedOn === null || order.closed_at !== null) return
  if (await isTakeoverAhead(tx, by.contractId))
    return awaitSuccession(tx, { engine, procedures }, by, order)
  await cancellation.advance(orderNo, { event: 'last_day_ended' })(tx, by)
  const ending = lines.filter(
    (line) => line.status !== 'ended' && (isWhole(order) || linesOf(order).includes(line.line_id)),
  )
  await stopLines(tx, deps, ending, { orderNo, endsAt: endOfDay(endedOn), now })
  const lineIds = ending.map((line) => line.line_id)
  if (lineIds.length > 0) await endLines(tx, procedures, by, { lineIds, endedOn, event: 'ended' })
  else if (isWhole(order))
    await endContract(tx, procedures, by, { event: 'last_day_ended', endedOn })
  const { status } = await lockContract(tx, by.contractId)
  await takeOrderStep(tx, engine, by, {
    procedure: cancellation,
    step: order,
    audit: { action: 'cancellation-executed', details: { lines: lineIds, contract: status } },
    message: (facts) => cancellationMessage('executed', facts),
  })
}

/** Nothing ends while an heir may go on with the contract: until then it is one without a last day. */
async function awaitSuccession(
  tx: Db,
  { engine, procedures }: StepDeps,
  by: By,
  { order_no: orderNo, state }: CancellationOrder,
) {
  if (state === 'awaiting_succession') return
  await takeOrderStep(tx, engine, by, {
    procedure: cancellation,
    step: cancellation.advance(orderNo, { event: 'succession_ahead' }),
    audit: { action: 'cancellation-put-off', details: { because: 'succession' } },
  })
  await followBookings(tx, procedures, by)
}

async function releaseOne(
  tx: Db,
  { engine, procedures }: StepDeps,
  by: By,
  { facts }: LoadedContract,
  order: CancellationOrder,
) {
  if (order.state !== 'queued') return
  const targets = isWhole(order) ? [undefined] : linesOf(order)
  const decided = targets.map((lineId) =>
    decideCancellation({ type: 'release', lineId }, facts, by.now, 'system'),
  )
  if (!decided.every((one) => one.ok)) return
  const booked = decided
    .flatMap((one) => (one.ok ? one.value : []))
    .find((event) => event.type === 'booked')
  if (booked === undefined) return
  const { lastDay, undoUntil } = booked
  await takeOrderStep(tx, engine, by, {
    procedure: cancellation,
    step: cancellation.advance(order.order_no, {
      event: 'order_ended',
      effectiveOn: lastDay,
      undoUntil,
      merge: { nextSteps: nextStepsOf(lastDay, undoUntil) },
    }),
    audit: { action: 'cancellation-booked', details: { lastDay, lines: linesOf(order) } },
    message: bookedMessage,
  })
  await followBookings(tx, procedures, by)
}
