import type { Db } from '#backend/db/connect.ts'
import {
  NEXT_BILLS,
  nextBills,
  sizeFrom,
  together,
  type Change,
  type NextBill,
} from '#domain/billing/next-bills.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { subtractYen } from '#domain/money.ts'
import { bookedSizes } from '#domain/plan-size/booked-sizes.ts'
import { paymentSchedule } from '#domain/policy/payment-schedule.ts'
import { addMonths, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { loadMonths } from './bill-facts.ts'
import { billedMonth } from './billed-month.ts'

type Known = {
  readonly contract: { readonly contract_id: string }
  readonly facts: Pick<ContractFacts, 'planSize'>
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
  const booked = facts.map(withBookedSizes(known.facts))
  return (change: Change) => nextBills(booked, change, book).map(toWireNextBill)
}

/** A booked size is part of the bills to come, with or without the change. */
function withBookedSizes(facts: Known['facts']): Change {
  return together(
    ...bookedSizes(facts).map(({ planCode, effectiveOn }) => sizeFrom(planCode, effectiveOn)),
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
