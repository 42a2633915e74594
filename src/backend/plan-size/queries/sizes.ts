import { monthlyBill, type MonthlyUse } from '#backend/contract/monthly-use.ts'
import { isPlanCode, planCodes, planOn, type PlanCode } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

/** A size as this contract would pay for it, lines and options included, one full month at the day's rates (wire PlanSize). */
export function toWireSize(
  use: MonthlyUse,
  code: PlanCode,
  { book, on }: { readonly book: PriceBook; readonly on: TokyoDate },
) {
  const plan = planOn(code, on)
  return {
    plan: code,
    name: plan.name,
    baseBytes: plan.baseBytes,
    shareable: plan.shareable,
    monthlyYen: monthlyBill({ ...use, planCode: code }, on, book).totalYen,
  }
}

export function sizesOnSale(): readonly PlanCode[] {
  return planCodes
}

/** A size out of an order's details. */
export function planCodeIn(value: unknown): PlanCode | undefined {
  return typeof value === 'number' && isPlanCode(value) ? value : undefined
}
