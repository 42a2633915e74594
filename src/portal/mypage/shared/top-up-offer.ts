import type { RingState } from '#ui/ring.tsx'

/** Of a pack on sale (wire TopUps) what the choice is made by. */
type Pack = {
  readonly packId: string
  readonly bytes: number
  readonly carries: boolean
  readonly priceYen: number
  readonly why: { readonly allowed: boolean }
}

type OnSale = { readonly packs: readonly Pack[]; readonly lastPackId?: string | undefined }

export type TopUpOffer = {
  readonly pack: Pack
  readonly why: 'enough' | 'again' | 'least' | 'now'
}

/**
 * At most two packs, the better answer first. Short: the cheapest that lasts to the month's end, then the one bought
 * last. Else the one bought last. Used up: what was said, or the least there is.
 */
export function topUpOffers(
  { packs, lastPackId }: OnSale,
  state: RingState,
  shortageBytes: number,
): TopUpOffer[] {
  const onSale = packs
    .filter(({ why }) => why.allowed)
    .toSorted((one, other) => one.priceYen - other.priceYen)
  const last = onSale.find(({ packId }) => packId === lastPackId)
  const [least] = onSale
  const wanted: (TopUpOffer | undefined)[] = [
    shortageBytes > 0
      ? offer(
          onSale.find(({ bytes }) => bytes >= shortageBytes),
          'enough',
        )
      : undefined,
    offer(last, 'again'),
    state === 'empty' ? offer(least, 'least') : undefined,
    state === 'light' ? offer(least, 'now') : undefined,
  ]
  const found = wanted.filter((one) => one !== undefined)
  return found
    .filter(({ pack }, index) => found.findIndex((one) => one.pack === pack) === index)
    .slice(0, 2)
}

const offer = (pack: Pack | undefined, why: TopUpOffer['why']) =>
  pack === undefined ? undefined : { pack, why }

/** Why nothing can be bought now, as it is said of the cheapest pack; undefined while any can. */
export function whyNoPack<Why extends Pack['why']>(
  packs: readonly (Pick<Pack, 'priceYen'> & { readonly why: Why })[],
): Why | undefined {
  if (packs.some(({ why }) => why.allowed)) return undefined
  return packs.toSorted((one, other) => one.priceYen - other.priceYen)[0]?.why
}

/** What the cheapest pack costs, for the way to all of them. */
export function cheapestYen({ packs }: Pick<OnSale, 'packs'>): number | undefined {
  const prices = packs.filter(({ why }) => why.allowed).map(({ priceYen }) => priceYen)
  return prices.length === 0 ? undefined : Math.min(...prices)
}
