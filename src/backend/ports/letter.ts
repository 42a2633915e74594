import type { CarrierAnswer } from './carrier.ts'

/** A letter to one person, handed over against a signature and never forwarded (転送不要の簡易書留). */
export type Letter = {
  readonly orderId: string
  readonly to: { readonly name: string; readonly zipCode: string; readonly address: string }
  readonly paragraphs: readonly string[]
}

export type LetterStatus = {
  readonly orderId: string
  readonly state: 'accepted' | 'posted' | 'delivered' | 'returned'
  readonly trackingNo?: string | undefined
}

/** The house that prints and posts (docs/outside-systems.md). The same `orderId` again posts nothing more. */
export type LetterPort = {
  readonly post: (letter: Letter) => Promise<CarrierAnswer<LetterStatus>>
  readonly status: (orderId: string) => Promise<CarrierAnswer<LetterStatus>>
}
