import { askOfLine, requestExchange, type ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { changeLine } from '#backend/contract/change.ts'
import { findLine, lockContract, type LineRow } from '#backend/contract/contracts.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { lineStates, type LineEvent } from '#domain/line/line-states.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineApi } from '#protocol/line.ts'
import { toWireLine } from '#backend/contract/line-mapping.ts'
import { followBookings } from '#backend/procedure/endings.ts'
import { suspensionFailedMessage, suspensionMessage } from '../messages.ts'

type Deps = Pick<ProcedureDeps, 'queue' | 'outbox' | 'sealing' | 'procedures'>
type Suspension = Answer<typeof lineApi.lineSuspensionPost>

/** Stops a lost line: for us at once, at the carrier within seconds. Nothing else of the contract changes. */
export async function suspendLost(
  tx: Db,
  deps: Deps,
  who: Who,
  lineId: string,
): Promise<Suspension> {
  const line = await permittedLine(tx, who, 'lineSuspend', lineId)
  await stop(tx, deps, who, line, 'lost')
  return {
    line: toWireLine(await findLine(tx, line.contract_id, lineId), deps.sealing),
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
  await start(tx, deps, who, line, 'lost')
  return {
    line: toWireLine(await findLine(tx, line.contract_id, lineId), deps.sealing),
    state: 'lifted',
    at: formatRfc3339(who.now),
    message:
      '回線を再開する手続きを始めました。数秒で通話・SMS・データ通信ができるようになります。',
  }
}

/**
 * Stops a line that somebody seems to misuse: the member cannot lift it. One that the member has stopped as lost is taken
 * over, so that whoever has the member's login cannot resume it.
 * @throws RefusalError ALREADY_SUSPENDED for one that is stopped for another reason
 */
export async function freezeLine(tx: Db, deps: Deps, by: By, lineId: string): Promise<void> {
  const line = await findLine(tx, by.contractId, lineId)
  if (line.suspension_reason !== 'lost') {
    await stop(tx, deps, by, await permittedLine(tx, by, 'lineSuspend', lineId), 'fraud')
    return
  }
  await lockContract(tx, by.contractId)
  await changeLine(tx, { contractId: by.contractId, lineId }, { suspension_reason: 'fraud' }, by)
  await follow(tx, deps, by, line, { done: 'suspended', reason: 'fraud' })
  const lost = { type: 'command', command: 'resume', body: { reason: 'lost' } } as const
  await askOfLine(tx, deps.queue, line, lost, { now: by.now })
}

/** Lifts a stop for suspected fraud, once it is clear who uses the line: two people decide that (line.unfreeze). */
export async function unfreezeLine(tx: Db, deps: Deps, by: By, lineId: string): Promise<void> {
  const line = await permittedLine(tx, by, 'lineResume', lineId)
  if (line.suspension_reason !== 'fraud') throw new RefusalError('WRONG_STATE')
  await start(tx, deps, by, line, 'fraud')
}

/** Whose stop it is: the member's own, or the staff's. */
type Reason = 'lost' | 'fraud'

async function stop(tx: Db, deps: Deps, by: By, line: LineRow, reason: Reason): Promise<void> {
  const change = { status: nextState(line, 'suspended', by), suspension_reason: reason } as const
  await changeLine(tx, { contractId: line.contract_id, lineId: line.line_id }, change, by)
  await follow(tx, deps, by, line, { done: 'suspended', reason })
}

async function start(tx: Db, deps: Deps, by: By, line: LineRow, reason: Reason): Promise<void> {
  const change = { status: nextState(line, 'resumed', by), suspension_reason: null }
  await changeLine(tx, { contractId: line.contract_id, lineId: line.line_id }, change, by)
  await followBookings(tx, deps.procedures, by)
  await follow(tx, deps, by, line, { done: 'resumed', reason })
}

async function permittedLine(
  tx: Db,
  { contractId, now, actor }: By,
  operation: 'lineSuspend' | 'lineResume',
  lineId: string,
) {
  const known = await loadContract(tx, contractId, { lock: true })
  const line = lineOf(known, lineId)
  requireOk(mayBegin(operation, known.facts, now, lineId, actor))
  return line
}

/** @throws RefusalError WRONG_STATE where the state table has no such step. */
function nextState(line: LineRow, event: LineEvent, { actor }: By) {
  if (!lineStates.isState(line.status)) throw new RefusalError('WRONG_STATE')
  return requireOk(lineStates.next(line.status, event, actor))
}

/** For all: asks the carrier, notifies the member and records the change. */
async function follow(
  tx: Db,
  { queue, outbox, sealing }: Deps,
  by: By,
  line: LineRow,
  { done, reason }: { readonly done: 'suspended' | 'resumed'; readonly reason: Reason },
) {
  const command = done === 'suspended' ? 'suspend' : 'resume'
  const request = { type: 'command', command, body: { reason } } as const
  const exchangeId = await askOfLine(tx, queue, line, request, { now: by.now })
  const facts = { line, sealing, done, reason, exchangeId }
  await recordChange(tx, { outbox }, by, {
    action: `line-${done}`,
    target: line.line_id,
    details: { reason, exchangeId },
    message: (accountId) => suspensionMessage({ accountId, ...facts }),
  })
}

/**
 * What the carrier answered to a stop or a resumption of a line. Answers may come in another order than the requests: a
 * stale one that takes effect after the latest is overruled by sending the latest again. A refusal turns the line back
 * and informs the member.
 */
export async function takeSuspensionAnswer(
  tx: Db,
  { queue, outbox, sealing, procedures }: Deps,
  outcome: ExchangeOutcome,
  now: Instant,
) {
  const { request, contractId, lineId, exchangeId, state } = outcome
  if (request.type !== 'command' || lineId === null) return
  const { command } = request
  const { reason } = request.body
  if (reason !== 'lost' && reason !== 'fraud') return
  if ((command !== 'suspend' && command !== 'resume') || state === 'unknown') return
  await lockContract(tx, contractId)
  const latest = await latestOf(tx, { contractId, lineId, reason })
  if (latest?.exchange_id !== exchangeId) {
    if (state !== 'accepted' || latest?.state !== 'accepted') return
    const again = { ...request, command: String(latest.command) }
    // Of one moment the greatest id is the latest: another of them would be taken for stale, and overruled without end.
    const againId = `${latest.exchange_id}-again`
    await requestExchange(tx, queue, {
      contractId,
      lineId,
      exchangeId: againId,
      request: again,
      now,
    })
    return
  }
  if (state !== 'rejected') return
  const line = await findLine(tx, contractId, lineId)
  const by: By = { actor: 'system', contractId, now }
  if (!(await restoreLine(tx, procedures, by, line, { command, reason }))) return
  await recordChange(tx, { outbox }, by, {
    action: `line-${command}-refused`,
    target: lineId,
    details: { exchangeId },
    message: (accountId) =>
      suspensionFailedMessage({ accountId, line, sealing, wanted: command, exchangeId }),
  })
}

async function latestOf(
  tx: Db,
  { contractId, lineId, reason }: { contractId: string; lineId: string; reason: Reason },
) {
  const asked = await tx
    .selectFrom('carrier_exchange')
    .select(['exchange_id', 'state', 'request'])
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where((eb) => eb(eb.ref('request', '->>').key('command'), 'in', ['suspend', 'resume']))
    .where((eb) => eb(eb.ref('request', '->').key('body'), '@>', JSON.stringify({ reason })))
    .orderBy('created_at', 'desc')
    .orderBy('exchange_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return asked && { ...asked, command: asked.request['command'] }
}

/** @returns false where the line has gone on to another state meanwhile. */
async function restoreLine(
  tx: Db,
  procedures: Deps['procedures'],
  by: By,
  line: LineRow,
  refused: { readonly command: 'suspend' | 'resume'; readonly reason: Reason },
) {
  const event = refused.command === 'suspend' ? 'resumed' : 'suspended'
  if (!lineStates.isState(line.status)) return false
  const reached = lineStates.next(line.status, event, 'system')
  if (!reached.ok) return false
  const key = { contractId: line.contract_id, lineId: line.line_id }
  const reason = event === 'suspended' ? refused.reason : null
  await changeLine(tx, key, { status: reached.value, suspension_reason: reason }, by)
  await followBookings(tx, procedures, by)
  return true
}
