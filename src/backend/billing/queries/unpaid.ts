import { isContractOver } from '#backend/contract-over.ts'
import { findContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { billStates, owedStates } from '#domain/billing/bill-states.ts'
import { collectionCourse, resumesAfterPayment } from '#domain/billing/collection.ts'
import { addYen, yen, type Yen } from '#domain/money.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { billLabel } from './bill-label.ts'
import { lateInterestOf } from './late-interest.ts'
import { creditSpent, dueYen, metBy, pointsSpent } from '../rows/bill-steps.ts'
import type { BillRow } from './stored-bills.ts'
import { isByCalendar } from '../rows/payments.ts'
import { refusalWords } from './refusal-words.ts'

/** Bills that are owed, or were until an answer is awaited; the oldest first. */
export async function owedBills(db: Db, contractId: string): Promise<BillRow[]> {
  return db
    .selectFrom('bill')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('state', 'in', [...owedStates, 'unknown'])
    .orderBy('month')
    .execute()
}

/** What is overdue, bill by bill: refused by the card, and not paid since. */
async function debts(db: Db, contractId: string) {
  const owed = (await owedBills(db, contractId)).filter(({ state }) => state !== 'unknown')
  return Promise.all(
    owed.map(async (bill) => ({ month: bill.month, dueYen: await dueYen(db, bill) })),
  )
}

/** What is owed beside a bill, the oldest first. */
export const otherDebts = async (db: Db, { contract_id: contractId, month }: BillRow) =>
  (await debts(db, contractId)).filter((debt) => debt.month !== month)

/** What is overdue in all. */
export const unpaidYen = async (db: Db, contractId: string): Promise<Yen> =>
  addYen(...(await debts(db, contractId)).map((debt) => debt.dueYen))

/** Unpaid bills with a refused charge, the oldest first (wire UnpaidBill). */
export async function unpaidBills(db: Db, contractId: string, now: Instant) {
  const bills = await owedBills(db, contractId)
  if (bills[0] === undefined) return []
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('month', '>=', bills[0].month)
    .orderBy('attempt')
    .execute()
  const [credit, points, contract] = await Promise.all([
    creditSpent(db, contractId),
    pointsSpent(db, contractId),
    findContract(db, contractId),
  ])
  const isStopped = contract.status === 'suspended' && contract.suspension_reason === 'unpaid'
  const unpaid = bills.flatMap((bill) => {
    const own = payments.filter(({ month }) => month === bill.month)
    const refused = own.filter(({ state, way }) => state === 'refused' && way === 'card')
    const [first] = refused
    if (first === undefined || first.answered_at === null || !billStates.isState(bill.state))
      return []
    const course = collectionCourse(bill.charge_on, bill.suspended_at)
    const retry = course.chargesAt[refused.filter(isByCalendar).length]
    return [
      {
        billId: bill.bill_id,
        month: bill.month,
        amountYen: yen(bill.total_yen - metBy(credit, bill.month) - metBy(points, bill.month)),
        state: bill.state,
        stateLabel: billLabel(bill.state, contract),
        failedAt: formatRfc3339(first.answered_at),
        reason: refusalWords(refused.at(-1)?.reason ?? null),
        retryOn: retry && bill.state === 'failed' ? toTokyoDate(retry) : undefined,
        suspendOn: toTokyoDate(course.suspendAt),
        terminateOn: toTokyoDate(course.terminateAt),
        payableUntil: course.lastDay,
        contractEnded: isContractOver(contract.status),
        resumes:
          isStopped &&
          resumesAfterPayment(
            bills.filter(({ month }) => month !== bill.month).map((one) => one.charge_on),
            now,
          ),
        paymentPending: own.some(({ state }) => state === 'sent' || state === 'unknown'),
      },
    ]
  })
  return Promise.all(
    unpaid.map(async (bill) => {
      const paid = { contract_id: contractId, month: bill.month, amount_yen: bill.amountYen }
      const interest = await lateInterestOf(db, paid, now)
      return { ...bill, lateInterestYen: interest.yen > 0 ? interest.yen : undefined }
    }),
  )
}
