import { toTokyoDate } from '#domain/tokyo.ts'
import { simOrderCosts } from '#domain/sim/sim-order-costs.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { kindLabels } from '#vocabulary/line.ts'
import type { TermsChange, TermsLine } from '#backend/procedure/definition.ts'
import type { SimOrder } from '../rows/details.ts'

/** What a change document says of a line that was added, or became another kind. */
export function simTermsChange(
  order: SimOrder,
  lines: readonly TermsLine[],
  book: PriceBook,
): TermsChange {
  const { wish: ordered, fromKind } = order.details
  return {
    rows: ordered.order === 'add' ? lines.map(addedLine) : kindRows(fromKind, ordered.kind, lines),
    costs: simOrderCosts(ordered.order, ordered.simSize, toTokyoDate(order.requested_at), book),
  }
}

export function addedLine({ number, kind }: TermsLine) {
  return { label: '追加した回線', value: `${number}　${kindLabels[kind]}` }
}

type Kind = TermsLine['kind']

function kindRows(from: Kind | undefined, to: Kind, lines: readonly TermsLine[]) {
  const before = from === undefined ? '' : `${kindLabels[from]}から`
  return [
    { label: 'SIMの種別', value: `${before}${kindLabels[to]}へ` },
    ...lines.map(({ number }) => ({ label: '新しい電話番号', value: number })),
  ]
}
