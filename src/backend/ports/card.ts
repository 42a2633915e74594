import type { CarrierAnswer } from '#backend/ports/carrier.ts'

/** What became of a charge; a refusal is an answer, not an error. */
export type CardCharge =
  | { readonly result: 'ok'; readonly at: string }
  | { readonly result: 'refused'; readonly reason: string; readonly at: string }

/** The card processor. `orderId` is ours and makes a charge once, however often it is asked for. */
export type CardPort = {
  readonly charge: (order: {
    orderId: string
    amountYen: number
    cardToken: string
  }) => Promise<CarrierAnswer<CardCharge>>
  /** `rejected`: the processor has never heard of it. */
  readonly find: (orderId: string) => Promise<CarrierAnswer<CardCharge>>
}
