import type { CarrierAnswer } from '#backend/ports/carrier.ts'

/** What we learn of a card: never its number. */
export type NewCard = {
  readonly cardToken: string
  readonly brand: string
  readonly last4: string
  /** `YYYY-MM` */
  readonly expires: string
}

/** The provider's page for updating the card (specification 9): the code it sends back is worth one card, once. */
export type CardPagePort = {
  /** `isFirst`: no card is replaced, the page speaks of registering one. */
  readonly address: (asked: { returnUrl: string; state: string; isFirst: boolean }) => string
  readonly exchange: (code: string) => Promise<CarrierAnswer<NewCard>>
}
