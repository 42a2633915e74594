import { askOfLine, askToTerminate, type ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { changeContract, changeLine } from '#backend/contract/change.ts'
import { findLines, isServed, lockContract, type LineRow } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { endContract, endLines, followBookings } from '#backend/procedure/endings.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { lineStates } from '#domain/line/line-states.ts'
import { endOfDay, type Instant, type TokyoDate } from '#domain/tokyo.ts'

type Deps = { queue: JobQueue; procedures: Registry }
/** Ends the open SIM orders of lines that are about to end: the SIM area's, handed in because that area calls billing. */
export type StopOrders = (tx: Db, lines: readonly LineRow[], at: Instant) => Promise<void>
type Command = 'suspend' | 'resume'

/**
 * Stops contract and lines for an unpaid bill, here and at the carrier. What is stopped for another reason stays so
 * here; the carrier keeps the reasons apart. The caller holds the contract's lock.
 */
export async function suspendUnpaid(tx: Db, { queue }: Deps, by: By): Promise<void> {
  const contract = await lockContract(tx, by.contractId)
  if (!contractStates.isState(contract.status) || contract.status === 'suspended') return
  const status = contractStates.target(contract.status, 'suspended')
  if (status === undefined) return
  const stopped = { suspension_reason: 'unpaid' } as const
  await changeContract(tx, by.contractId, { status, ...stopped }, by)
  for (const line of (await findLines(tx, by.contractId)).filter(isServed)) {
    const next = lineStates.isState(line.status)
      ? lineStates.target(line.status, 'suspended')
      : undefined
    if (next !== undefined) await changeLine(tx, keyOf(line), { status: next, ...stopped }, by)
    await askCarrier(tx, queue, line, 'suspend', by)
  }
}

/** Lifts that stop, and no other. @returns whether the contract was stopped for an unpaid bill. */
export async function resumePaid(tx: Db, { queue, procedures }: Deps, by: By): Promise<boolean> {
  const contract = await lockContract(tx, by.contractId)
  if (contract.status !== 'suspended' || contract.suspension_reason !== 'unpaid') return false
  const lifted = { status: 'active', suspension_reason: null } as const
  await changeContract(tx, by.contractId, lifted, by)
  for (const line of (await findLines(tx, by.contractId)).filter(isServed)) {
    if (line.status === 'suspended' && line.suspension_reason === 'unpaid')
      await changeLine(tx, keyOf(line), lifted, by)
    await askCarrier(tx, queue, line, 'resume', by)
  }
  await followBookings(tx, procedures, by)
  return true
}

/** Ends the contract for good, its last day as the course says; lines under way end with it. */
export async function terminateUnpaid(
  tx: Db,
  { queue, procedures, stopOrders }: Deps & { stopOrders: StopOrders },
  by: By,
  endedOn: TokyoDate,
): Promise<void> {
  const lines = (await findLines(tx, by.contractId)).filter(({ status }) => status !== 'ended')
  await stopOrders(tx, lines, by.now)
  for (const line of lines.filter(isServed))
    await askToTerminate(tx, queue, line, endOfDay(endedOn), { because: 'unpaid', now: by.now })
  await endContract(tx, procedures, by, { event: 'terminated_unpaid', endedOn })
  const lineIds = lines.map((line) => line.line_id)
  if (lineIds.length > 0) await endLines(tx, procedures, by, { lineIds, endedOn, event: 'ended' })
}

/**
 * Answers of the carrier may come in another order than the requests: where one took effect that is not what counts now,
 * what counts is said again.
 */
export async function takeUnpaidAnswer(
  tx: Db,
  { queue }: { queue: JobQueue },
  outcome: ExchangeOutcome,
  now: Temporal.Instant,
): Promise<void> {
  const { request, contractId, lineId, state } = outcome
  if (request.type !== 'command' || request.body['reason'] !== 'unpaid') return
  if (state !== 'accepted' || lineId === null) return
  const contract = await lockContract(tx, contractId)
  const line = (await findLines(tx, contractId)).find((one) => one.line_id === lineId)
  if (line === undefined || !isServed(line)) return
  const isStopped = contract.status === 'suspended' && contract.suspension_reason === 'unpaid'
  const wanted: Command = isStopped ? 'suspend' : 'resume'
  if (request.command === wanted) return
  await askCarrier(tx, queue, line, wanted, { actor: 'system', contractId, now })
}

async function askCarrier(tx: Db, queue: JobQueue, line: LineRow, command: Command, by: By) {
  const request = { type: 'command', command, body: { reason: 'unpaid' } } as const
  await askOfLine(tx, queue, line, request, { now: by.now })
}

const keyOf = (line: LineRow) => ({ contractId: line.contract_id, lineId: line.line_id })

/** Unpaid from the first definite refusal (billing.md 15): until then the member may do everything. */
export async function noteDebt(tx: Db, by: By) {
  const contract = await lockContract(tx, by.contractId)
  if (contract.unpaid_since === null)
    await changeContract(tx, by.contractId, { unpaid_since: by.now }, by)
}
