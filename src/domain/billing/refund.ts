import { yen, type Yen } from '../money.ts'

/** A payment whose card can take money back. */
export type Refundable = { readonly orderId: string; readonly yen: Yen }

export type RefundPlan = {
  readonly parts: readonly Refundable[]
  /** What no card can take. */
  readonly leftYen: Yen
}

/** Shares what is given back among the cards of earlier payments, the given order first, never above what each paid. */
export function planRefund(amountYen: Yen, payments: readonly Refundable[]): RefundPlan {
  let left: number = amountYen
  const parts: Refundable[] = []
  for (const { orderId, yen: most } of payments) {
    const part = Math.min(left, most)
    if (part <= 0) continue
    parts.push({ orderId, yen: yen(part) })
    left -= part
  }
  return { parts, leftYen: yen(left) }
}
