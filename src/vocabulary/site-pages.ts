/** Pages of the public site that the product itself leads to. */
export const outageBoard = '/info/outage.html'

/** One outage on the board. */
export const outageBoardPage = (outageId: string) => `${outageBoard}#${outageId}`

/** From which lines 110, 118 and 119 can be called, and how in a disaster. */
export const emergencyPage = '/support/emergency.html'

/** What the script of a form with an address asks. */
export const townsOfPostcode = '/postcodes.json'

/** The order of a visitor; nothing personal is in any of these addresses. */
export const orderPages = {
  begin: '/order',
  apply: '/order/apply',
  done: '/order/done',
  status: '/order/status',
  resume: '/order/resume',
  /** What the running price asks while one chooses. */
  quote: '/order/quote.json',
} as const

/** 名義変更: what it is, and the succession after a death. */
export const holderPage = '/order/holder'
export const successionPages = {
  about: '/order/succession',
  apply: '/order/succession/apply',
  contract: '/order/succession/contract',
  heir: '/order/succession/heir',
  documents: '/order/succession/documents',
  confirm: '/order/succession/confirm',
  status: '/order/succession/status',
  /** Where the holder stops it. */
  stop: '/order/succession/stop',
  /** Where the form of a paper is posted to. */
  file: '/order/succession/file',
} as const

/** With the secret of a message, which is the right to stop; without, of the contract of who is signed in. */
export const successionStopPage = (secret?: string) =>
  secret === undefined
    ? successionPages.stop
    : `${successionPages.stop}?${new URLSearchParams({ t: secret }).toString()}`

/** What is handed over to an order: chosen in the fee simulator, or found in the device check. */
type Order = {
  readonly plan?: number | undefined
  /** One for each line, the first line first. */
  readonly kind?: readonly string[]
  readonly option?: readonly string[]
  readonly sim?: string | undefined
  readonly terminal?: string | undefined
}

/** The beginning of an order, with what was chosen. */
export function orderPageFor(order: Order): string {
  const pairs = Object.entries(order).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  )
  return pairs.length === 0 ? orderPages.begin : `${orderPages.begin}?${new URLSearchParams(pairs)}`
}

/** The price list for programs; the addresses stay. */
export const openPrices = {
  json: '/prices.json',
  csv: '/prices.csv',
  changes: '/prices.xml',
} as const

/** For whoever writes programs against the wire; the page of an operation is below `reference`. */
export const developerPages = {
  top: '/developers',
  access: '/developers/access.html',
  basics: '/developers/basics.html',
  errors: '/developers/errors',
  webhooks: '/developers/webhooks.html',
  agents: '/developers/agents.html',
  changes: '/developers/changes.html',
  status: '/developers/status.html',
  forms: '/developers/forms.html',
  reference: '/developers/reference',
} as const
