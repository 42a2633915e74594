import { isolated } from '#backend/jobs/isolated.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { anyOf, insertRow, rowsOf } from '#backend/db/rows.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { payableStates } from '#domain/billing/bill-states.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { addYen, type Yen } from '#domain/money.ts'
import type { Instant } from '#domain/tokyo.ts'
import { dueYen, openPayments } from '../rows/bill-steps.ts'
import { creditLeft } from '../queries/credit-left.ts'
import { bills } from '../steps.ts'
import { afterPayment, type PaymentDeps } from './settle-payment.ts'
import { post } from '../rows/postings.ts'
import type { BillRow } from '../queries/stored-bills.ts'

type Deps = Pick<PaymentDeps, 'database' | 'log' | 'outbox' | 'queue' | 'procedures'>

/** Lets bills below zero pay later bills, the oldest first; their tax stays as it is (billing.md 13). */
export async function spendCredits(deps: Deps, now: Instant): Promise<void> {
  const contracts = await deps.database.db
    .selectFrom('bill')
    .select('contract_id')
    .distinct()
    .where('state', '=', 'credit')
    .execute()
  for (const { contract_id: contractId } of contracts)
    await isolated(deps.log, { contractId }, 'credit not spent', () =>
      deps.database.db
        .transaction()
        .execute((tx) => spendOf(tx, deps, { actor: 'system', contractId, now })),
    )
}

async function spendOf(tx: Db, deps: Deps, by: By) {
  const contract = await lockContract(tx, by.contractId)
  for (const bill of await billsIn(tx, by.contractId, payableStates))
    if ((await openPayments(tx, by.contractId, bill.month)).length === 0)
      await payFromCredits(tx, deps, by, bill)
  // Of a contract that is over it is given back, and the member is notified then.
  if (contractStates.isState(contract.status) && !contractStates.isTerminal(contract.status))
    for (const credit of await billsIn(tx, by.contractId, ['credit']))
      if (credit.credit_told_at === null) await notifyCreditRetained(tx, deps, by, credit)
}

/** Once of every bill below zero that was not spent whole at once. */
async function notifyCreditRetained(tx: Db, deps: Deps, by: By, bill: BillRow) {
  const patch = { credit_told_at: by.now }
  const facts = { leftYen: await creditLeft(tx, bill) }
  await takeStep(tx, deps, by, bills, { row: bill, step: 'credit_kept', patch, facts })
}

/** The oldest credit first, until the bill is paid or nothing is left. */
async function payFromCredits(tx: Db, deps: Deps, by: By, bill: BillRow) {
  const { contractId, now } = by
  const dueBefore = await dueYen(tx, bill)
  for (const credit of await billsIn(tx, contractId, ['credit'])) {
    const [left, owed] = [await creditLeft(tx, credit), await dueYen(tx, bill)]
    const amountYen = Math.min(left, owed)
    if (amountYen <= 0) continue
    await insertRow(tx, 'credit_use', {
      contract_id: contractId,
      from_month: credit.month,
      month: bill.month,
      amount_yen: amountYen,
      used_at: now,
    })
    await post(tx, {
      contractId,
      sourceRef: `credit/${credit.month}/${bill.month}`,
      at: now,
      debit: 'credit',
      credit: 'receivable',
      amountYen,
    })
    await recordChange(tx, deps, by, {
      action: 'credit-spent',
      target: bill.bill_id,
      details: { from: credit.bill_id, amountYen },
    })
    const patch = { paid_at: now }
    if (amountYen === left)
      await takeStep(tx, deps, by, bills, { row: credit, step: 'credit_spent', patch })
    if (amountYen === owed) break
  }
  const owed = await dueYen(tx, bill)
  if (owed === dueBefore) return
  let met = bill
  if (owed === 0) {
    const patch = { paid_at: now }
    met = await takeStep(tx, deps, by, bills, { row: bill, step: 'paid_by_credit', patch })
    await afterPayment(tx, deps, by)
  }
  const left: Yen[] = []
  for (const credit of await billsIn(tx, contractId, ['credit']))
    left.push(await creditLeft(tx, credit))
  await takeStep(tx, deps, by, bills, {
    row: met,
    step: 'met_by_credit',
    facts: { spentYen: dueBefore - owed, dueYen: owed, leftYen: addYen(...left) },
  })
}

async function billsIn(tx: Db, contractId: string, states: readonly string[]): Promise<BillRow[]> {
  return rowsOf(tx, 'bill', { contract_id: contractId, state: anyOf([...states]) }, 'month')
}
