import { isolated } from '#backend/jobs/isolated.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { payableStates } from '#domain/billing/bill-states.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { addYen, type Yen } from '#domain/money.ts'
import type { Instant } from '#domain/tokyo.ts'
import { dueYen, moveBill, openPayments } from '../rows/bill-steps.ts'
import { creditLeft } from '../queries/credit-left.ts'
import { creditKeptMessage, creditSpentMessage } from '../messages/credit.ts'
import { afterPayment, type PaymentDeps } from './settle-payment.ts'
import { post } from '../rows/postings.ts'
import type { BillRow } from '../queries/stored-bills.ts'

type Deps = Pick<PaymentDeps, 'database' | 'log' | 'commit' | 'queue' | 'endings'>

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
  // Of a contract that is over it is given back, and told of then.
  if (contractStates.isState(contract.status) && !contractStates.isTerminal(contract.status))
    for (const credit of await billsIn(tx, by.contractId, ['credit']))
      if (credit.credit_told_at === null) await tellKept(tx, deps, by, credit)
}

/** Once of every bill below zero that was not spent whole at once. */
async function tellKept(tx: Db, deps: Deps, by: By, bill: BillRow) {
  const leftYen = await creditLeft(tx, bill)
  const isUntouched = leftYen === -bill.total_yen
  await tx
    .updateTable('bill')
    .set({ credit_told_at: by.now })
    .where('contract_id', '=', bill.contract_id)
    .where('month', '=', bill.month)
    .execute()
  await deps.commit.change(tx, by, {
    action: 'credit-kept',
    target: bill.bill_id,
    details: { leftYen },
    // The message of its use says what is left of one that was spent.
    ...(isUntouched && {
      message: (accountId: string) => creditKeptMessage({ accountId, bill, leftYen }),
    }),
  })
}

/** The oldest credit first, until the bill is paid or nothing is left. */
async function payFromCredits(tx: Db, deps: Deps, by: By, bill: BillRow) {
  const { contractId, now } = by
  const dueBefore = await dueYen(tx, bill)
  for (const credit of await billsIn(tx, contractId, ['credit'])) {
    const [left, due] = [await creditLeft(tx, credit), await dueYen(tx, bill)]
    const amountYen = Math.min(left, due)
    if (amountYen <= 0) continue
    await tx
      .insertInto('credit_use')
      .values({
        contract_id: contractId,
        from_month: credit.month,
        month: bill.month,
        amount_yen: amountYen,
        used_at: now,
      })
      .execute()
    await post(tx, {
      contractId,
      sourceRef: `credit/${credit.month}/${bill.month}`,
      at: now,
      debit: 'credit',
      credit: 'receivable',
      amountYen,
    })
    await deps.commit.change(tx, by, {
      action: 'credit-spent',
      target: bill.bill_id,
      details: { from: credit.bill_id, amountYen },
    })
    if (amountYen === left) await moveBill(tx, credit, 'credit_spent', { paid_at: now })
    if (amountYen === due) break
  }
  const due = await dueYen(tx, bill)
  if (due === dueBefore) return
  if (due === 0) {
    await moveBill(tx, bill, 'paid', { paid_at: now })
    await afterPayment(tx, deps, by)
  }
  const left: Yen[] = []
  for (const credit of await billsIn(tx, contractId, ['credit']))
    left.push(await creditLeft(tx, credit))
  await deps.commit.change(tx, by, {
    action: 'bill-met-by-credit',
    target: bill.bill_id,
    message: (accountId) =>
      creditSpentMessage({
        accountId,
        bill,
        spentYen: dueBefore - due,
        dueYen: due,
        leftYen: addYen(...left),
      }),
  })
}

async function billsIn(tx: Db, contractId: string, states: readonly string[]): Promise<BillRow[]> {
  return tx
    .selectFrom('bill')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('state', 'in', [...states])
    .orderBy('month')
    .execute()
}
