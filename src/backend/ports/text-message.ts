import type { CarrierAnswer } from '#backend/ports/carrier.ts'

/** The carrier's way to send an SMS of ours. The same `orderId` again sends nothing more. */
export type TextMessagePort = {
  readonly send: (message: {
    orderId: string
    to: string
    text: string
  }) => Promise<CarrierAnswer<{ orderId: string }>>
}
