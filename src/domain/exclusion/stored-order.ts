import type { OrderProcedure } from '#vocabulary/operation.ts'
import type { Instant, TokyoDate } from '../tokyo.ts'

/** An order as it is kept: each area reads from its own what the rules need to know (`…Fact` of `<area>/operation.ts`). */
export type StoredOrder = {
  readonly orderNo: string
  readonly procedure: OrderProcedure
  readonly state: string
  readonly requestedAt: Instant
  readonly effectiveOn: TokyoDate | undefined
  readonly undoUntil: Instant | undefined
  readonly expectedOn: TokyoDate | undefined
  readonly details: Readonly<Record<string, unknown>>
}

export function ordersOf(
  orders: readonly StoredOrder[],
  ...names: readonly OrderProcedure[]
): StoredOrder[] {
  return orders.filter(({ procedure }) => names.includes(procedure))
}
