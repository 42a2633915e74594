import { requestExchange, type ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { changeLine } from '#backend/contract/change.ts'
import { findLine, lockContract, type LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { By } from '#backend/contract/who.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import type { Endings } from '#backend/procedure/endings.ts'
import { lineStates } from '#domain/line/line-states.ts'
import { suspensionFailedMessage } from './messages.ts'

/**
 * What the carrier answered to a stop or a resumption for loss. Answers may come in another order than the wishes: a
 * stale one that takes effect after the latest is overruled by saying the latest again. A refusal turns the line back
 * and informs the member.
 */
export function onSuspensionAnswer(deps: {
  queue: JobQueue
  commit: Commit
  sealing: Sealing
  endings: Endings
}) {
  return async (tx: Db, outcome: ExchangeOutcome, now: Temporal.Instant) => {
    const { request, contractId, lineId, exchangeId, state } = outcome
    if (request.type !== 'command' || lineId === null || request.body['reason'] !== 'lost') return
    const { command } = request
    if (command !== 'suspend' && command !== 'resume') return
    if (state === 'unknown') return
    await lockContract(tx, contractId)
    const latest = await latestOf(tx, contractId, lineId)
    if (latest?.exchange_id !== exchangeId) {
      if (state !== 'accepted' || latest?.state !== 'accepted') return
      const again = { ...request, command: String(latest.command) }
      await requestExchange(tx, deps.queue, { contractId, lineId, request: again, now })
      return
    }
    if (state !== 'rejected') return
    const line = await findLine(tx, contractId, lineId)
    const by: By = { actor: 'system', contractId, now }
    if (!(await turnBack(tx, deps.endings, by, line, command))) return
    const told = { line, sealing: deps.sealing, wanted: command, exchangeId } as const
    await deps.commit.change(tx, by, {
      action: `line-${command}-refused`,
      target: lineId,
      details: { exchangeId },
      message: (accountId) => suspensionFailedMessage({ accountId, ...told }),
    })
  }
}

async function latestOf(tx: Db, contractId: string, lineId: string) {
  const asked = await tx
    .selectFrom('carrier_exchange')
    .select(['exchange_id', 'state', 'request'])
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where((eb) => eb(eb.ref('request', '->>').key('command'), 'in', ['suspend', 'resume']))
    .where((eb) => eb(eb.ref('request', '->').key('body'), '@>', '{"reason":"lost"}'))
    .orderBy('created_at', 'desc')
    .orderBy('exchange_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return asked && { ...asked, command: asked.request['command'] }
}

/** @returns false where the line has gone on to another state meanwhile. */
async function turnBack(
  tx: Db,
  endings: Endings,
  by: By,
  line: LineRow,
  refused: 'suspend' | 'resume',
) {
  const event = refused === 'suspend' ? 'resumed' : 'suspended'
  if (!lineStates.isState(line.status)) return false
  const reached = lineStates.next(line.status, event, 'system')
  if (!reached.ok) return false
  const key = { contractId: line.contract_id, lineId: line.line_id }
  const reason = event === 'suspended' ? 'lost' : null
  await changeLine(tx, key, { status: reached.value, suspension_reason: reason }, by)
  await endings.settle(tx, by)
  return true
}
