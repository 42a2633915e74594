import { operationLabels } from '#vocabulary/operation.ts'
import { planName } from '#backend/contract/wording.ts'
import type { OrderRow } from './orders.ts'

/** What an order is called in lists, dates and receipts; a change of size names both sizes. */
export function titleOf(order: OrderRow): string {
  const label = operationLabels[order.procedure]
  const { fromPlan, toPlan } = order.details
  if (order.procedure !== 'planSizeChange') return label
  return `${label}（${planName(Number(fromPlan))}から${planName(Number(toPlan))}へ）`
}
