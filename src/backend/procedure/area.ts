import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf, requireProof, type Caller } from '#backend/caller.ts'
import { findLines, type LineRow } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { refusedWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import { planName } from '#backend/contract/wording.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toDateOrInstant } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { operationRules } from '#domain/exclusion/operation-rules.ts'
import { queueStates } from '#domain/procedure/queue-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { operationLabels, type Operation } from '#vocabulary/operation.ts'
import type { ProcedureDeps } from './deps.ts'
import { logLingeringOrders } from './lingering-orders.ts'
import { findQueue, requestOf, type QueueRow } from './queue-rows.ts'
import { beginDueQueued, enqueue, withdrawQueued, type BeginQueued } from './queue.ts'

/** The queue, which begins what waited, and the watch over orders that do not end. */
export function createProcedureArea(deps: ProcedureDeps, begin: BeginQueued) {
  const work: AreaWork = {
    tasks: [
      { name: 'queued procedures', run: (now) => beginDueQueued({ ...deps, begin }, now) },
      { name: 'lingering orders', run: (now) => logLingeringOrders(deps, now) },
    ],
  }
  return { handlers: queueHandlers(deps), work }
}

function queueHandlers(deps: StepDeps & { readonly sealing: Sealing }) {
  const { sealing } = deps
  const answer = async (caller: Caller, row: QueueRow) =>
    toWireQueued(row, await findLines(caller.db, row.contract_id), sealing)

  return {
    async procedureQueueGet(_, caller) {
      const { contractId } = memberOf(caller)
      const rows = await findQueue(caller.db, contractId)
      const lines = await findLines(caller.db, contractId)
      return { procedures: rows.map((row) => toWireQueued(row, lines, sealing)) }
    },

    async procedureQueuePost({ body }, caller) {
      // The worker begins it later, without the member: the proof is needed now.
      const { proof } = operationRules[body.operation]
      if (proof) requireProof(proof, caller)
      return answer(caller, await enqueue(caller.db, whoOf(caller), body))
    },

    async procedureQueueDelete({ query }, caller) {
      return answer(caller, await withdrawQueued(caller.db, deps, whoOf(caller), query.queueId))
    },
  } satisfies AreaHandlers
}

function toWireQueued(row: QueueRow, lines: readonly LineRow[], sealing: Sealing) {
  const { operation, plan } = requestOf(row)
  const line = lines.find((one) => one.line_id === row.line_id)
  const code = errorCodeIn(row.reason_code)
  return {
    queueId: row.queue_id,
    ...requestOf(row),
    label: labelOf(operation, plan),
    line: line === undefined ? undefined : toLineName(line, sealing),
    state: row.state,
    stateLabel: queueStates.words(row.state).label,
    reason: code === undefined ? { allowed: true } : refusedWhy(code),
    queuedAt: formatRfc3339(row.queued_at),
    expectedOn: row.free_from === null ? undefined : toDateOrInstant(row.free_from),
    orderNo: row.order_no ?? undefined,
  }
}

/** With the size: it is all that was chosen. */
function labelOf(operation: Operation, plan: number | undefined): string {
  const label = operationLabels[operation]
  return plan === undefined ? label : `${label}（${planName(plan)}へ）`
}

function errorCodeIn(text: string | null): ErrorCode | undefined {
  return text !== null && isErrorCode(text) ? text : undefined
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}
