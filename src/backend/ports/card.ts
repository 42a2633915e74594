import type { CarrierAnswer } from '#backend/ports/carrier.ts'

/** What became of a charge or a refund; a refusal is an answer, not an error. */
export type CardResult = { readonly at: string; readonly amountYen: number } & (
  | { readonly result: 'ok' }
  | { readonly result: 'refused'; readonly reason: string }
)

/** The card processor. `orderId` is ours and makes a charge or refund once, however often it is asked for. */
export type CardPort = {
  readonly charge: (order: {
    orderId: string
    amountYen: number
    cardToken: string
  }) => Promise<CarrierAnswer<CardResult>>
  /** `rejected`: the processor has never heard of it. */
  readonly find: (orderId: string) => Promise<CarrierAnswer<CardResult>>
  readonly refund: (order: {
    orderId: string
    chargeOrderId: string
    amountYen: number
  }) => Promise<CarrierAnswer<CardResult>>
  readonly findRefund: (orderId: string) => Promise<CarrierAnswer<CardResult>>
}
