import { operationLabels } from '#vocabulary/operation.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import { linesOf, type OrderRow } from '#backend/contract/orders.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import { formatNumber } from '#backend/contract/line-words.ts'
import type { TermsChange, TermsFacet, TermsLine } from '#backend/procedure/definition.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { PricesOfDay } from './price-rows.ts'

/** What a change document says of its change, before the contract as it now is. */
export type ContractChange = TermsChange & {
  title: string
  orderNo?: string
  takesEffectOn: TokyoDate
}

/** @param prices of the day of the document, which also counts for an order that did not note its own. */
export function changeOfOrder(
  procedure: Pick<TermsFacet, 'termsChange'>,
  order: OrderRow,
  lines: readonly LineRow[],
  sealing: Sealing,
  { on, book }: PricesOfDay,
): ContractChange {
  const concerned = lines.filter((line) => linesOf(order).includes(line.line_id))
  return {
    title: operationLabels[order.procedure],
    orderNo: order.order_no,
    takesEffectOn: order.effective_on ?? on,
    ...procedure.termsChange(
      order,
      concerned.map((line) => toTermsLine(line, sealing)),
      book,
    ),
  }
}

export function toTermsLine(line: LineRow, sealing: Sealing): TermsLine {
  return { number: formatNumber(openNumber(line, sealing)), kind: line.kind }
}
