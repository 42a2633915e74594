import type { CarrierAnswer } from '#backend/ports/carrier.ts'

/** Granted for a bill, spent on one, given back where a payment is, taken back where a bill is. */
export type PointMovement = 'grant' | 'spend' | 'give-back' | 'take-back'

/** What became of it; a refusal is an answer, not an error. `moved` may be less than was to be taken back. */
export type PointResult = { readonly at: string; readonly points: number } & (
  | { readonly result: 'ok'; readonly moved: number }
  | { readonly result: 'refused'; readonly reason: string }
)

/** The points partner's accounts. `orderId` is ours and moves points once, however often it is asked for. */
export type PointsPort = {
  readonly move: (order: {
    orderId: string
    memberId: string
    kind: PointMovement
    points: number
  }) => Promise<CarrierAnswer<PointResult>>
  /** `rejected`: the partner has never heard of it. */
  readonly find: (orderId: string) => Promise<CarrierAnswer<PointResult>>
  readonly balance: (memberId: string) => Promise<CarrierAnswer<{ points: number }>>
}
