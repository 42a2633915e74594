import type { SimSize } from '#vocabulary/line.ts'
import { oneOffCharge, type Charge } from '../billing/charge.ts'
import type { PriceKey } from '../catalogue/figure.ts'
import type { PriceBook } from '../catalogue/price-book.ts'
import type { TokyoDate } from '../tokyo.ts'
import type { SimOrderKind } from '../exclusion/facts.ts'

/** What an order costs once: an eSIM is reissued for less, since nothing is sent. */
export function simOrderCosts(
  kind: SimOrderKind,
  simSize: SimSize,
  on: TokyoDate,
  book: PriceBook,
): readonly Charge[] {
  return keysOf(kind, simSize).map((key) => oneOffCharge(key, on, book))
}

function keysOf(kind: SimOrderKind, simSize: SimSize): readonly PriceKey[] {
  switch (kind) {
    case 'add':
      return ['oneOff.simIssue', 'oneOff.simPreparation']
    case 'kindChange':
      return ['oneOff.kindChange', 'oneOff.kindChangePreparation']
    case 'reissue':
      return simSize === 'esim'
        ? ['oneOff.esimReissue']
        : ['oneOff.simChange', 'oneOff.simChangePreparation']
  }
}
