import type { CarrierAnswer } from './carrier.ts'

/** What a member needs to begin using a service: an address and a code, or an ID and a password. */
export type Activation = Readonly<Record<string, string>>

/** Services of the provider's group (public Wi-Fi, magazines): switched on and off by our order id, once each. */
export type GroupServicePort = {
  readonly switch: (
    service: string,
    memberRef: string,
    body: { orderId: string; on: boolean },
  ) => Promise<CarrierAnswer<{ effectiveAt: string; activation?: Activation | undefined }>>
}
