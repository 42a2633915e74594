import { recordAudit } from '#backend/audit.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { requestExchange } from '#backend/carrier/exchange.ts'
import { changeLine } from '#backend/contract/change.ts'
import { findLine, lockContract, type LineRow } from '#backend/contract/contracts.ts'
import { factsFrom } from '#backend/contract/facts.ts'
import { requirePermission } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { Endings } from '#backend/procedure/endings.ts'
import { Refusal } from '#backend/refusal.ts'
import { lineStates, type LineEvent } from '#domain/line/line-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineApi } from '#protocol/line.ts'
import { toWireLine } from '#backend/contract/line-mapping.ts'
import { suspensionMessage } from './messages.ts'

type Deps = { queue: JobQueue; outbox: Outbox; sealing: Sealing; endings: Endings }
type Suspension = Answer<typeof lineApi.lineSuspensionPost>

/** Stops a lost line: for us at once, at the carrier within seconds. Nothing else of the contract changes. */
export async function suspendLost(deps: Deps, caller: Caller, lineId: string): Promise<Suspension> {
  const { now } = caller
  const { tx, line } = await permitted(caller, 'lineSuspend', lineId)
  const stopped = await changeLine(
    tx,
    { contractId: line.contract_id, lineId },
    { status: nextState(line, 'suspended'), suspension_reason: 'lost' },
    { actor: 'member', at: now },
  )
  await follow(deps, caller, line, 'suspended')
  return {
    line: toWireLine(stopped, deps.sealing),
    state: 'requested',
    at: formatRfc3339(now),
    message:
      '回線を止める手続きを始めました。数秒で通話・SMS・データ通信ができなくなります。見つかったら、マイページからすぐに再開できます。',
  }
}

/** Lifts a stop for loss; a booked cancellation of the line goes on. */
export async function resumeFound(deps: Deps, caller: Caller, lineId: string): Promise<Suspension> {
  const { now } = caller
  const { tx, line } = await permitted(caller, 'lineResume', lineId)
  await changeLine(
    tx,
    { contractId: line.contract_id, lineId },
    { status: nextState(line, 'resumed'), suspension_reason: null },
    { actor: 'member', at: now },
  )
  await deps.endings.settle(tx, line.contract_id, { actor: 'member', at: now })
  await follow(deps, caller, line, 'resumed')
  return {
    line: toWireLine(await findLine(tx, line.contract_id, lineId), deps.sealing),
    state: 'lifted',
    at: formatRfc3339(now),
    message:
      '回線を再開する手続きを始めました。数秒で通話・SMS・データ通信ができるようになります。',
  }
}

async function permitted(caller: Caller, operation: 'lineSuspend' | 'lineResume', lineId: string) {
  const { db: tx, now } = caller
  const { contractId } = memberOf(caller)
  const contract = await lockContract(tx, contractId)
  const line = await findLine(tx, contractId, lineId)
  // No order stands in the way of stopping or resuming a line, so none is loaded for it.
  requirePermission(factsFrom(contract, [line], []), operation, { now, lineId })
  return { tx, line }
}

/** @throws Refusal WRONG_STATE where the state table has no such step. */
function nextState(line: LineRow, event: LineEvent) {
  if (!lineStates.isState(line.status)) throw new Refusal('WRONG_STATE')
  const reached = lineStates.next(line.status, event, 'member')
  if (!reached.ok) throw new Refusal(reached.code, { facts: reached.facts })
  return reached.value
}

/** What follows from either: the carrier is asked, the member is told, and it is written down. */
async function follow(deps: Deps, caller: Caller, line: LineRow, done: 'suspended' | 'resumed') {
  const { db: tx, now, traceKey } = caller
  const { accountId, contractId } = memberOf(caller)
  const exchangeId = await askCarrier(tx, deps.queue, line, done, now)
  await recordAudit(tx, {
    chain: contractId,
    at: now,
    actor: 'member',
    accountId,
    action: `line-${done}`,
    target: line.line_id,
    details: { reason: 'lost', exchangeId },
    traceKey,
  })
  await deps.outbox.post(
    tx,
    suspensionMessage({ accountId, line, sealing: deps.sealing, done, exchangeId }),
    now,
  )
}

function askCarrier(
  tx: Db,
  queue: JobQueue,
  line: LineRow,
  done: 'suspended' | 'resumed',
  now: Temporal.Instant,
) {
  return requestExchange(tx, queue, {
    contractId: line.contract_id,
    lineId: line.line_id,
    request: {
      type: 'command',
      lineRef: line.carrier_ref,
      command: done === 'suspended' ? 'suspend' : 'resume',
      body: { reason: 'lost' },
    },
    now,
  })
}
