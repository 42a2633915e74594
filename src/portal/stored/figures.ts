import type { RingBucket, RingState } from '#ui/ring.tsx'
import type { RingPerson } from '#ui/family-ring.tsx'

/** Raised when what is kept has another shape: a worker of the version before then shows nothing rather than wrong things. */
export const SHAPE = 1

/** The first view of my page. */
export type StoredTop = {
  readonly totalBytes: number
  readonly capacityBytes: number
  readonly groups: readonly RingBucket[]
  readonly state: RingState
  readonly people: readonly RingPerson[]
  readonly lines: readonly StoredLine[]
  readonly bill:
    | { readonly month: string; readonly totalYen: number; readonly due: string }
    | undefined
  readonly dates: readonly { readonly title: string; readonly on: string }[]
}

export type StoredLine = {
  readonly lineId: string
  readonly name: string
  readonly on: boolean
  readonly maySwitch: boolean
}

export type StoredBills = {
  readonly owedYen: number
  readonly months: readonly {
    readonly month: string
    readonly totalYen: number
    readonly state: string
  }[]
}

export type StoredOrders = readonly {
  readonly orderNo: string
  readonly title: string
  readonly state: string
  readonly next: { readonly label: string; readonly on: string } | undefined
}[]

/** Asked for out of reach of the network, to be sent once, under its own key, when the line is back. */
export type Asked = {
  readonly key: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** What it is, as the member reads it: 「高速データ通信をオフにする」. */
  readonly words: string
  /** By the phone's clock: later the login has ended, and nothing is done that nobody expects any more. */
  readonly sendByMs: number
}

export type Outcome = 'sent' | 'late' | 'refused' | 'loginOver'
export type LaterOutcome = Pick<Asked, 'key' | 'words'> & { readonly outcome: Outcome }

/** What a phone keeps of my page, by name. */
export type Stored = {
  top: StoredTop
  bills: StoredBills
  orders: StoredOrders
  /** What was asked for out of reach of the network, and what became of it. */
  asked: readonly Asked[]
  outcomes: readonly LaterOutcome[]
}

export type StoredName = keyof Stored

/** Figures, and when they were true. */
export type Dated<Figures> = {
  readonly figures: Figures
  /** By the portal's clock, RFC 3339. */
  readonly at: string
  /** By the phone's clock. */
  readonly storedAtMs: number
}

/** What time it is now at the portal, as well as the phone can tell: its clock may be wrong, but it runs. */
export const portalNow = ({ at, storedAtMs }: Dated<unknown>, nowMs: number): string =>
  new Date(Date.parse(at) + Math.max(0, nowMs - storedAtMs)).toISOString()
