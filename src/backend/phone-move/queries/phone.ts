import { findTerminals } from '#backend/catalogue/public.ts'
import type { SimSize } from '#vocabulary/line.ts'
import type { SimOfPhone } from '#vocabulary/phone-move.ts'

export type NamedPhone = {
  readonly sim: SimOfPhone
  readonly device?: { maker: string; name: string } | undefined
  /** The cards it takes. */
  readonly cards: SimSize[]
  /** When this was last checked. */
  readonly checkedOn?: string
}

/** What the list of devices says of a phone by the name that was typed; nothing where it does not name one device. */
export function phoneNamed(typed: string | undefined): NamedPhone {
  const wanted = typed?.trim() ?? ''
  const meant = wanted === '' ? undefined : findTerminals({ q: wanted, limit: 1 }).meant
  if (meant === undefined) return { sim: 'unknown', cards: [] }
  const { maker, name, simSizes, checkedOn } = meant
  return {
    sim: meant.esim === 'yes' ? 'esim' : 'card',
    device: { maker, name },
    cards: simSizes.filter((size) => size !== 'esim'),
    checkedOn,
  }
}
