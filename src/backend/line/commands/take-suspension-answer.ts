import { requestExchange, type ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { changeLine } from '#backend/contract/change.ts'
import { findLine, lockContract, type LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { By } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { lineStates } from '#domain/line/line-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { suspensionFailedMessage } from '../messages.ts'

type Deps = Pick<ProcedureDeps, 'queue' | 'outbox' | 'sealing' | 'endings'>

/**
 * What the carrier answered to a stop or a resumption for loss. Answers may come in another order than the requests: a
 * stale one that takes effect after the latest is overruled by sending the latest again. A refusal turns the line back
 * and informs the member.
 */
export async function takeSuspensionAnswer(
  tx: Db,
  { queue, outbox, sealing, endings }: Deps,
  outcome: ExchangeOutcome,
  now: Instant,
) {
  const { request, contractId, lineId, exchangeId, state } = outcome
  if (request.type !== 'command' || lineId === null || request.body['reason'] !== 'lost') return
  const { command } = request
  if ((command !== 'suspend' && command !== 'resume') || state === 'unknown') return
  await lockContract(tx, contractId)
  const latest = await latestOf(tx, contractId, lineId)
  if (latest?.exchange_id !== exchangeId) {
    if (state !== 'accepted' || latest?.state !== 'accepted') return
    const again = { ...request, command: String(latest.command) }
    await requestExchange(tx, queue, { contractId, lineId, request: again, now })
    return
  }
  if (state !== 'rejected') return
  const line = await findLine(tx, contractId, lineId)
  const by: By = { actor: 'system', contractId, now }
  if (!(await turnBack(tx, endings, by, line, command))) return
  await recordChange(tx, { outbox }, by, {
    action: `line-${command}-refused`,
    target: lineId,
    details: { exchangeId },
    message: (accountId) =>
      suspensionFailedMessage({ accountId, line, sealing, wanted: command, exchangeId }),
  })
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
  endings: Deps['endings'],
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
