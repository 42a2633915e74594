import type { RingBucket, RingState } from '#ui/ring.tsx'
import type { RingPerson } from '#ui/family-ring.tsx'

/**
 * The shape of what is stored, by name; raised for the one that changes. Page and worker may be of different versions: the one
 * then shows nothing of the other's rather than wrong things, and what waits to be sent is not sent, and said (`takeUnsendable`).
 */
export const shapes = {
  top: 1,
  bills: 1,
  orders: 1,
  alerts: 1,
  asked: 1,
  outcomes: 1,
} as const satisfies Readonly<Record<StoredName, number>>

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

/** The settings of alerts, as they are changed: as a whole. */
export type StoredAlerts = {
  readonly usedUp: boolean
  readonly thresholds: readonly {
    readonly unit: 'remainingBytes' | 'usedPercent' | 'chargesYen'
    readonly value: number
    readonly enabled: boolean
  }[]
  readonly channel: 'mail' | 'none'
}

/** Asked for out of reach of the network, to be sent once, under its own key, when the line is back. */
export type Asked = {
  readonly key: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** What it is, as the member reads it: 「高速データ通信をオフにする」. */
  readonly words: string
  /** By the phone's clock: later the login has ended, and nothing is done that nobody expects any more. */
  readonly sendByMs: number
  /** What the member saw of what is replaced as a whole: where it was changed elsewhere meanwhile, nothing is sent. */
  readonly seen?: Readonly<Record<string, unknown>>
  /** Figures that are no longer true once this was sent. */
  readonly changes?: StoredName
}

export type Outcome =
  | 'sent'
  | 'late'
  | 'refused'
  | 'loginOver'
  | 'changedElsewhere'
  | 'otherVersion'
export type LaterOutcome = Pick<Asked, 'key' | 'words'> & { readonly outcome: Outcome }

/** What a phone keeps of my page, by name. */
export type Stored = {
  top: StoredTop
  bills: StoredBills
  orders: StoredOrders
  alerts: StoredAlerts
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
