const behaviours = [
  'ok',
  'insufficient-funds',
  'do-not-honour',
  'expired-card',
  'lost-card',
  'slow',
  'silent',
  'lost',
  'refund-refused',
  'refund-silent',
  'refund-slow',
  'refund-lost',
] as const

export type Behaviour = (typeof behaviours)[number]

export type CardToken = {
  brand: string
  last4: string
  /** `YYYY-MM`, the last month the card is good for. */
  expires: string
  behaviour: Behaviour
}

/** `tok_<brand>_<last4>_<YYYYMM>_<behaviour>_<anything>`; undefined if it is not one of ours. */
export function parseToken(text: string): CardToken | undefined {
  const found = /^tok_([a-z]+)_(\d{4})_(\d{4})(0[1-9]|1[0-2])_([a-z-]+)_[A-Za-z0-9.-]+$/.exec(text)
  const [, brand = '', last4 = '', year = '', month = '', name = ''] = found ?? []
  const behaviour = behaviours.find((known) => known === name)
  return behaviour === undefined
    ? undefined
    : { brand, last4, expires: `${year}-${month}`, behaviour }
}

/** A new token for the same card. */
export function renewToken(text: string, nonce: string): string {
  return `${text.slice(0, text.lastIndexOf('_'))}_${nonce}`
}

/** How the processor will behave for this order: an order id may ask for silence whatever the card. */
export function behaviourOf(orderId: string, token: CardToken | undefined): Behaviour | undefined {
  return askedBy(orderId) ?? token?.behaviour
}

const askedBy = (orderId: string) =>
  (['slow', 'silent', 'lost'] as const).find((word) => orderId.endsWith(`-${word}`))

/** How it will behave for a refund to a card: what the card says of refunds, or the order id. */
export function refundBehaviour(orderId: string, token: CardToken | undefined) {
  const said = refundWords.find((word) => token?.behaviour === `refund-${word}`)
  return askedBy(orderId) ?? said
}
const refundWords = ['refused', 'silent', 'slow', 'lost'] as const

/** Why a charge is refused, or undefined if it is not. */
export function refusalReason(
  token: CardToken | undefined,
  now: Temporal.Instant,
): string | undefined {
  if (token === undefined) return 'token_unknown'
  const thisMonth = now.toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toPlainYearMonth()
  if (token.expires < thisMonth.toString()) return 'expired_card'
  switch (token.behaviour) {
    case 'insufficient-funds':
    case 'do-not-honour':
    case 'expired-card':
    case 'lost-card':
      return token.behaviour.replaceAll('-', '_')
    default:
      return undefined
  }
}
