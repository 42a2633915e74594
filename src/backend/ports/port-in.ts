import type { CarrierAnswer } from '#backend/ports/carrier.ts'

/** The page of the carrier a number is brought from, where its owner consents without a reservation number. */
export type PortInPort = {
  /** Leads back to `returnUrl` with `state`, and with a token, or the reason why there is none. */
  readonly begin: (asked: {
    number: string
    returnUrl: string
    state: string
  }) => Promise<CarrierAnswer<{ startUrl: string }>>
}
