import type { ContractRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import {
  NEXT_BILLS,
  endOf,
  nextBills,
  sizeFrom,
  together,
  type Change,
  type NextBill,
} from '#domain/billing/next-bills.ts'
import { billOf } from '#domain/billing/bill.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { subtractYen } from '#domain/money.ts'
import { bookedSizes } from '#domain/plan-size/booked-sizes.ts'
import { paymentSchedule } from '#domain/policy/payment-schedule.ts'
import {
  addMonths,
  monthOf,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { loadBillFacts, loadMonths } from './bill-facts.ts'
import { billedMonth } from './billed-month.ts'
import type { billingApi } from '#protocol/billing.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { billPage } from '#vocabulary/pages.ts'
import { dueYen } from '../rows/bill-steps.ts'

type Known = {
  readonly contract: { readonly contract_id: string }
  readonly facts: Pick<ContractFacts, 'planSize' | 'lines'>
}

/** What the change does to the bill of this month and the two after it (wire NextBills). */
export async function loadNextBills(
  at: { readonly db: Db; readonly now: Instant },
  known: Known,
  change: Change,
  book: PriceBook,
) {
  const billsWith = await loadBillsAhead(at, known, book)
  return billsWith(change)
}

/** The same for several alternatives: the facts are read once. */
export async function loadBillsAhead(
  { db, now }: { readonly db: Db; readonly now: Instant },
  known: Known,
  book: PriceBook,
) {
  const { contract_id: contractId } = known.contract
  const months = Array.from({ length: NEXT_BILLS }, (_, n) => addMonths(toTokyoMonth(now), n))
  const facts = await loadMonths(
    db,
    contractId,
    months.map((month) => billedMonth(month, book)),
  )
  const booked = facts.map(together(withBookedSizes(known.facts), withoutHandedOver(known.facts)))
  return (change: Change) => nextBills(booked, change, book).map(toWireNextBill)
}

/** A booked size is part of the bills to come, with or without the change. */
function withBookedSizes(facts: Known['facts']): Change {
  return together(
    ...bookedSizes(facts).map(({ planCode, effectiveOn }) => sizeFrom(planCode, effectiveOn)),
  )
}

/** A line that a member of the family takes over is paid for until its last day here, with or without the change. */
function withoutHandedOver({ lines }: Known['facts']): Change {
  return together(
    ...lines.flatMap(({ lineId, handover }) =>
      handover?.state === 'due' && handover.lastDay !== undefined
        ? [endOf([lineId], handover.lastDay)]
        : [],
    ),
  )
}

function toWireNextBill({ month, before, after }: NextBill) {
  return {
    month,
    chargeOn: paymentSchedule(month).chargeOn,
    beforeYen: before.totalYen,
    afterYen: after.totalYen,
    deltaYen: subtractYen(after.totalYen, before.totalYen),
  }
}

/**
 * The month whose charge to the card comes next: the last one until its bill is charged or met by credit and points,
 * else this one.
 */
export async function nextChargedMonth(
  db: Db,
  {
    contract_id: contractId,
    started_on: startedOn,
  }: Pick<ContractRow, 'contract_id' | 'started_on'>,
  now: Instant,
): Promise<TokyoMonth | undefined> {
  const thisMonth = toTokyoMonth(now)
  const lastMonth = addMonths(thisMonth, -1)
  if (startedOn === null || monthOf(startedOn) > thisMonth) return undefined
  if (monthOf(startedOn) > lastMonth) return thisMonth
  if (paymentSchedule(lastMonth).chargeOn < toTokyoDate(now)) return thisMonth
  const bill = await findRow(db, 'bill', { contract_id: contractId, month: lastMonth })
  const isToCome = bill === undefined || (bill.state === 'fixed' && (await dueYen(db, bill)) > 0)
  return isToCome ? lastMonth : thisMonth
}

type Coming = Pick<Answer<typeof billingApi.billingReserveGet>, 'due' | 'unfixed'>

/** What the card is asked for next: a bill that is fixed; in the hours before the close, the last month's as it stands. */
export async function comingCharge(
  db: Db,
  contractId: string,
  book: PriceBook,
  now: Instant,
): Promise<Coming> {
  const due = await nextCharge(db, contractId)
  return due === undefined ? { unfixed: await unfixedBill(db, contractId, book, now) } : { due }
}

/** The bill that is fixed and waits for its first charge; none where credit or points have met all of it. */
async function nextCharge(db: Db, contractId: string): Promise<Coming['due']> {
  const bill = await db
    .selectFrom('bill')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('state', '=', 'fixed')
    .orderBy('month')
    .limit(1)
    .executeTakeFirst()
  if (bill === undefined) return undefined
  const { bill_id: billId, month, charge_on: chargeOn } = bill
  const amountYen = await dueYen(db, bill)
  return amountYen > 0 ? { billId, month, amountYen, chargeOn, path: billPage(month) } : undefined
}

/** None once the month is closed, nor after its day of charge: a bill that is late is charged another day. */
async function unfixedBill(
  db: Db,
  contractId: string,
  book: PriceBook,
  now: Instant,
): Promise<Coming['unfixed']> {
  const month = addMonths(toTokyoMonth(now), -1)
  const { chargeOn } = paymentSchedule(month)
  if (chargeOn < toTokyoDate(now)) return undefined
  if (await findRow(db, 'bill', { contract_id: contractId, month })) return undefined
  const billed = billedMonth(month, book)
  const amountYen = billOf(await loadBillFacts(db, contractId, billed), billed.book)?.totalYen ?? 0
  return amountYen > 0 ? { month, amountYen, chargeOn } : undefined
}
