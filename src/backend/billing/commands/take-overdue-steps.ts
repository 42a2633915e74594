import { isolated } from '#backend/jobs/isolated.ts'
import { isTakeoverAhead } from '#backend/contract/takeover-ahead.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { collectionCourse, isCollectionPaused } from '#domain/billing/collection.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { dueYen, openPayments } from '../rows/bill-steps.ts'
import { bills } from '../steps.ts'
import type { BillRow } from '../queries/stored-bills.ts'
import { suspendUnpaid, terminateUnpaid, type StopOrders } from './suspend-unpaid.ts'

type Deps = Pick<ProcedureDeps, 'database' | 'queue' | 'outbox' | 'procedures' | 'log'> & {
  stopOrders: StopOrders
}

/**
 * What becomes of bills that were refused three times (billing.md 16): reminder, suspension, final notice and the end of
 * the contract, each at its moment of the course of collection. While an answer of the contract's payments is
 * awaited, nothing further happens.
 */
export async function takeOverdueSteps(deps: Deps, now: Instant): Promise<void> {
  const contracts = await deps.database.db
    .selectFrom('bill')
    .select('contract_id')
    .distinct()
    .where('state', 'in', ['unpaid', 'suspended', 'final_notice'])
    .orderBy('contract_id')
    .execute()
  for (const { contract_id: contractId } of contracts)
    await isolated(deps.log, { contractId }, 'bill not collected', () =>
      deps.database.db
        .transaction()
        .execute((tx) => takeSteps(tx, deps, { actor: 'system', contractId, now })),
    )
}

async function takeSteps(tx: Db, deps: Deps, by: By) {
  const { contractId } = by
  const contract = await lockContract(tx, contractId)
  // A contract that ended otherwise has nothing left to stop; its bills stay owed and can be paid.
  if (contractStates.isTerminal(contract.status)) return
  const { succession_since: since, collection_paused_until: until } = contract
  if (isCollectionPaused({ isSuccessionOpen: since !== null, until }, by.now)) return
  // Who has died is not dunned, and the heir would lose the number that was promised: it goes on if the holder stops it.
  if (await isTakeoverAhead(tx, contractId)) return
  if ((await openPayments(tx, contractId)).length > 0) return
  const bills = await tx
    .selectFrom('bill')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('state', 'in', ['unpaid', 'suspended', 'final_notice'])
    .orderBy('month')
    .execute()
  for (const bill of bills) if (await takeOverdueStep(tx, deps, by, bill)) return
}

/** The one step whose moment has come. @returns whether the contract has ended with it. */
async function takeOverdueStep(tx: Db, deps: Deps, by: By, bill: BillRow): Promise<boolean> {
  const { now } = by
  const course = collectionCourse(bill.charge_on, bill.suspended_at)
  const isDue = (at: Instant) => !isBefore(now, at)
  const take = async (step: OverdueStep, patch: Partial<BillRow> = {}) => {
    const isStopped = (await lockContract(tx, by.contractId)).suspension_reason === 'unpaid'
    const facts = { dueYen: await dueYen(tx, bill), isStopped }
    await takeStep(tx, deps, by, bills, { row: bill, step, patch, facts })
  }
  switch (bill.state) {
    case 'unpaid':
      if (isDue(course.suspendAt)) {
        await take('suspended', { suspended_at: now })
        await suspendUnpaid(tx, deps, by)
      } else if (isDue(course.remindAt) && bill.reminded_at === null) {
        await take('reminded', { reminded_at: now })
      }
      return false
    case 'suspended':
      if (!isDue(course.finalNoticeAt)) return false
      await take('finally_noticed')
      return false
    case 'final_notice':
      if (!isDue(course.terminateAt)) return false
      await terminateUnpaid(tx, deps, by, course.lastDay)
      await take('terminated')
      return true
    default:
      return false
  }
}

type OverdueStep = 'reminded' | 'suspended' | 'finally_noticed' | 'terminated'
