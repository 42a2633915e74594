import { timingSafeEqual } from 'node:crypto'
import type { AreaDeps } from '#backend/area.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { changeContract } from '#backend/contract/change.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import { requireOk, RefusalError } from '#backend/refusal.ts'
import { applicationStates, type ApplicationState } from '#domain/application/application-states.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { applicationApi } from '#protocol/application.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { stepApplication } from './accept.ts'
import { withdrawnMessage } from './messages.ts'
import type { OpeningService } from './opening-port.ts'
import type { ApplicationRow } from './rows.ts'
import type { createSubmit } from './submit.ts'

type Status = Answer<typeof applicationApi.applicationStatusPost>

type Deps = Pick<AreaDeps, 'outbox'> & {
  opening: OpeningService
  submission: Pick<ReturnType<typeof createSubmit>, 'receiptOf' | 'birthIndex'>
}

/** How an application goes on: by its number and the birthday, or for the account it belongs to. */
export function createStatus({ outbox, opening, submission }: Deps) {
  /** Who does not know both is told the same as who knows neither. @throws RefusalError APPLICATION_UNKNOWN */
  async function lookUp(caller: Caller, given: { orderNo: string; birth: string }) {
    const row = await caller.db
      .selectFrom('application')
      .selectAll()
      .where('order_no', '=', given.orderNo)
      .executeTakeFirst()
    const expected = submission.birthIndex(given.orderNo, given.birth)
    if (row === undefined || !isEqual(row.birth_index ?? '', expected))
      throw new RefusalError('APPLICATION_UNKNOWN')
    return statusOf(caller.db, row, caller.now)
  }

  async function ofAccount(caller: Caller) {
    const row = await caller.db
      .selectFrom('application')
      .selectAll()
      .where('account_id', '=', accountOf(caller).accountId)
      .where('order_no', 'is not', null)
      .orderBy('submitted_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) throw new RefusalError('APPLICATION_UNKNOWN')
    return statusOf(caller.db, row, caller.now)
  }

  /** Until the first shipment. @throws RefusalError APPLICATION_NOT_WITHDRAWABLE */
  async function withdraw(caller: Caller, orderNo: string) {
    const { db: tx, now, traceKey } = caller
    const { accountId } = accountOf(caller)
    const row = await tx
      .selectFrom('application')
      .selectAll()
      .where('order_no', '=', orderNo)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new RefusalError('APPLICATION_UNKNOWN')
    const state = stateOf(row)
    if (state === 'withdrawn') return statusOf(tx, row, now)
    if (!applicationStates.can(state, 'withdrawn', 'member'))
      throw new RefusalError('APPLICATION_NOT_WITHDRAWABLE')
    const { contract_id: contractId } = row
    if (contractId !== null) {
      const contract = await lockContract(tx, contractId)
      const by = { actor: 'member', contractId, accountId, now, traceKey } as const
      const from = contractStates.isState(contract.status) ? contract.status : 'applied'
      const may = contractStates.can(from, 'application_withdrawn', 'member')
      if (!may || !(await opening.withdraw(tx, by)))
        throw new RefusalError('APPLICATION_NOT_WITHDRAWABLE')
      const status = requireOk(contractStates.next(from, 'application_withdrawn', 'member'))
      await changeContract(tx, contractId, { status }, by)
    }
    const withdrawn = await stepApplication(tx, row, 'withdrawn', { actor: 'member', now })
    await recordAudit(tx, {
      chain: contractId ?? accountId,
      at: now,
      actor: 'member',
      accountId,
      action: 'application-withdrawn',
      target: orderNo,
      traceKey,
    })
    await outbox.post(tx, withdrawnMessage({ accountId, orderNo }), now)
    return statusOf(tx, withdrawn, now)
  }

  async function statusOf(db: Db, row: ApplicationRow, now: Instant): Promise<Status> {
    const lines = row.contract_id === null ? [] : await opening.progress(db, row.contract_id, now)
    const state = stateOf(row)
    return {
      ...(await submission.receiptOf(db, row)),
      timeline: timelineOf(row, state),
      lines: [...lines],
      ...(row.reason === null ? {} : { reason: row.reason }),
      toDo: [],
      canWithdraw:
        applicationStates.can(state, 'withdrawn', 'member') && (await isUnshipped(db, row)),
    }
  }

  /** The contract's own table knows what has been sent. */
  async function isUnshipped(db: Db, { contract_id: contractId }: ApplicationRow) {
    if (contractId === null) return true
    const contract = await db
      .selectFrom('contract')
      .select('status')
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow()
    return (
      contractStates.isState(contract.status) &&
      contractStates.can(contract.status, 'application_withdrawn')
    )
  }

  return { lookUp, ofAccount, withdraw, statusOf }
}

const stateOf = ({ state }: ApplicationRow): ApplicationState =>
  applicationStates.isState(state) ? state : applicationStates.initial

function isEqual(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}

const labels = ['受付', '内容の確認', 'SIMと開通の準備', '開通'] as const

/** How many of the stations are behind, and whether it has ended before the last. */
function timelineOf(row: ApplicationRow, state: ApplicationState) {
  const isStopped = state === 'rejected' || state === 'withdrawn'
  const behind = state === 'fulfilled' ? 4 : row.contract_id === null ? 1 : 2
  const at = [row.submitted_at, row.contract_id === null ? null : row.decided_at]
  return labels.map((label, n) => {
    const instant = at[n]
    return {
      label,
      state: stationOf(n, behind, isStopped),
      ...(instant && n < behind ? { at: formatRfc3339(instant) } : {}),
    }
  })
}

function stationOf(n: number, behind: number, isStopped: boolean) {
  if (n < behind) return 'done' as const
  if (isStopped) return 'stopped' as const
  return n === behind ? ('current' as const) : ('coming' as const)
}
