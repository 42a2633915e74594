import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { payableStates } from '#domain/billing/bill-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { dueYen, moveBill, openPayments } from './bill-steps.ts'
import { guarded } from './collection.ts'
import type { PaymentDeps, Payments } from './payments.ts'
import { post } from './postings.ts'
import type { BillRow } from './stored-bills.ts'

/** Lets bills below zero pay later bills, the oldest first; their tax stays as it is (billing.md 13). */
export function createCredits(
  { database: { db }, log, commit }: Pick<PaymentDeps, 'database' | 'log' | 'commit'>,
  payments: Payments,
) {
  async function spend(now: Instant): Promise<void> {
    const contracts = await db
      .selectFrom('bill')
      .select('contract_id')
      .distinct()
      .where('state', '=', 'credit')
      .execute()
    for (const { contract_id: contractId } of contracts)
      await guarded(log, contractId, () =>
        db.transaction().execute((tx) => spendOf(tx, { actor: 'system', contractId, now })),
      )
  }

  async function spendOf(tx: Db, by: By) {
    await lockContract(tx, by.contractId)
    for (const bill of await billsIn(tx, by.contractId, payableStates))
      if ((await openPayments(tx, by.contractId, bill.month)).length === 0)
        await payFromCredits(tx, by, bill)
  }

  async function payFromCredits(tx: Db, by: By, bill: BillRow) {
    const { contractId, now } = by
    for (const credit of await billsIn(tx, contractId, ['credit'])) {
      const [left, due] = [await leftYen(tx, credit), await dueYen(tx, bill)]
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
      await commit.change(tx, by, {
        action: 'credit-spent',
        target: bill.bill_id,
        details: { from: credit.bill_id, amountYen },
      })
      if (amountYen === left) await moveBill(tx, credit, 'credit_spent', { paid_at: now })
      if (amountYen < due) continue
      await moveBill(tx, bill, 'paid', { paid_at: now })
      await payments.afterPayment(tx, by)
      return
    }
  }

  return { spend }
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

/** What of a bill below zero is neither spent nor given back. */
async function leftYen(tx: Db, { contract_id, month, total_yen }: BillRow): Promise<number> {
  const uses = await tx
    .selectFrom('credit_use')
    .select('amount_yen')
    .where('contract_id', '=', contract_id)
    .where('from_month', '=', month)
    .execute()
  const refunds = await tx
    .selectFrom('refund')
    .select('amount_yen')
    .where('contract_id', '=', contract_id)
    .where('month', '=', month)
    .where('state', '<>', 'refused')
    .execute()
  return [...uses, ...refunds].reduce((left, { amount_yen }) => left - amount_yen, -total_yen)
}
