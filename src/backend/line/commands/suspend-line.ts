import { askOfLine } from '#backend/carrier/exchange.ts'
import { changeLine } from '#backend/contract/change.ts'
import { findLine, type LineRow } from '#backend/contract/contracts.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { lineStates, type LineEvent } from '#domain/line/line-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineApi } from '#protocol/line.ts'
import { toWireLine } from '#backend/contract/line-mapping.ts'
import { suspensionMessage } from '../messages.ts'

type Deps = Pick<ProcedureDeps, 'queue' | 'outbox' | 'sealing' | 'endings'>
type Suspension = Answer<typeof lineApi.lineSuspensionPost>

/** Stops a lost line: for us at once, at the carrier within seconds. Nothing else of the contract changes. */
export async function suspendLost(
  tx: Db,
  deps: Deps,
  who: Who,
  lineId: string,
): Promise<Suspension> {
  const line = await permittedLine(tx, who, 'lineSuspend', lineId)
  const change = { status: nextState(line, 'suspended'), suspension_reason: 'lost' } as const
  const stopped = await changeLine(tx, { contractId: who.contractId, lineId }, change, who)
  await follow(tx, deps, who, line, 'suspended')
  return {
    line: toWireLine(stopped, deps.sealing),
    state: 'requested',
    at: formatRfc3339(who.now),
    message:
      '回線を止める手続きを始めました。数秒で通話・SMS・データ通信ができなくなります。見つかったら、マイページからすぐに再開できます。',
  }
}

/** Lifts a stop for loss; a booked cancellation of the line goes on. */
export async function resumeFound(
  tx: Db,
  deps: Deps,
  who: Who,
  lineId: string,
): Promise<Suspension> {
  const line = await permittedLine(tx, who, 'lineResume', lineId)
  const change = { status: nextState(line, 'resumed'), suspension_reason: null }
  await changeLine(tx, { contractId: who.contractId, lineId }, change, who)
  await deps.endings.settle(tx, who)
  await follow(tx, deps, who, line, 'resumed')
  return {
    line: toWireLine(await findLine(tx, line.contract_id, lineId), deps.sealing),
    state: 'lifted',
    at: formatRfc3339(who.now),
    message:
      '回線を再開する手続きを始めました。数秒で通話・SMS・データ通信ができるようになります。',
  }
}

async function permittedLine(
  tx: Db,
  { contractId, now }: Who,
  operation: 'lineSuspend' | 'lineResume',
  lineId: string,
) {
  const known = await loadContract(tx, contractId, { lock: true })
  const line = lineOf(known, lineId)
  requireOk(mayBegin(operation, known.facts, now, lineId))
  return line
}

/** @throws RefusalError WRONG_STATE where the state table has no such step. */
function nextState(line: LineRow, event: LineEvent) {
  if (!lineStates.isState(line.status)) throw new RefusalError('WRONG_STATE')
  return requireOk(lineStates.next(line.status, event, 'member'))
}

/** For both: asks the carrier, notifies the member and records the change. */
async function follow(
  tx: Db,
  { queue, outbox, sealing }: Deps,
  who: Who,
  line: LineRow,
  done: 'suspended' | 'resumed',
) {
  const command = done === 'suspended' ? 'suspend' : 'resume'
  const request = { type: 'command', command, body: { reason: 'lost' } } as const
  const exchangeId = await askOfLine(tx, queue, line, request, { now: who.now })
  await recordChange(tx, { outbox }, who, {
    action: `line-${done}`,
    target: line.line_id,
    details: { reason: 'lost', exchangeId },
    message: (accountId) => suspensionMessage({ accountId, line, sealing, done, exchangeId }),
  })
}
