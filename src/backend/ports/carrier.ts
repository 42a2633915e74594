/**
 * The carrier gateway. Every command carries our own id, which is the carrier's idempotency id. Three answers are
 * possible, and the third is a state, not an error: nothing came back, so nobody knows yet.
 */
export type CarrierAnswer<Value> =
  | { kind: 'accepted'; value: Value }
  | { kind: 'rejected'; reason: string }
  | { kind: 'no-answer'; cause: string }

export type CarrierLine = {
  lineRef: string
  number: string
  kind: 'data' | 'sms' | 'voice'
  simKind: 'physical' | 'esim'
  simSize: 'standard' | 'micro' | 'nano' | null
  iccid: string
  startedAt: string
  endedAt: string | null
  device: Record<string, unknown>
  highSpeedOn: boolean
  speedMode: 'high' | 'low' | 'throttled'
  suspendedFor: string[]
  services: Record<string, boolean>
  state: 'active' | 'suspended' | 'terminated'
}

export type LineCommandAnswer = { lineRef: string; orderId: string; effectiveAt: string }

export type CarrierOrderRequest = { orderId: string; kind: string; lineRef: string } & Record<
  string,
  unknown
>

export type CarrierOrderEvent = {
  eventId: string
  state: string
  at: string
  facts: Record<string, unknown>
}

export type CarrierOrder = {
  orderId: string
  kind: string
  lineRef: string
  state: string
  events: CarrierOrderEvent[]
  facts: Record<string, unknown>
}

/** One hour of a line; a correction is the same recordId with a higher revision and the whole new figures. */
export type UsageRecord = {
  recordId: string
  lineRef: string
  from: string
  to: string
  highBytes: number
  lowBytes: number
  revision: number
}

export type CallRecord = {
  recordId: string
  lineRef: string
  kind: 'voice' | 'sms'
  startedAt: string
  durationSeconds: number | null
  characters: number | null
  destination: string
  destinationKind: string
  viaTalk: boolean
  revision: number
}

export type Batch<Row> = { rows: Row[]; nextCursor: string; more: boolean; through: string }

export type CarrierPort = {
  line: (lineRef: string) => Promise<CarrierAnswer<CarrierLine>>
  /** A line command: `high-speed`, `speed-policy`, `suspend`, `resume`, `services/<name>`. */
  commandLine: (
    lineRef: string,
    command: string,
    body: { orderId: string } & Record<string, unknown>,
  ) => Promise<CarrierAnswer<LineCommandAnswer>>
  order: (request: CarrierOrderRequest) => Promise<CarrierAnswer<{ orderId: string }>>
  /** What became of an order; `rejected` with ORDER_UNKNOWN: it never arrived. */
  findOrder: (orderId: string) => Promise<CarrierAnswer<CarrierOrder>>
  usage: (
    after: string,
    limit: number,
    until?: string,
  ) => Promise<CarrierAnswer<Batch<UsageRecord>>>
  calls: (after: string, limit: number, until?: string) => Promise<CarrierAnswer<Batch<CallRecord>>>
  usageTotal: (
    lineRef: string,
    month: string,
  ) => Promise<CarrierAnswer<{ highBytes: number; lowBytes: number; records: number }>>
  oneStopToken: (token: string) => Promise<CarrierAnswer<Record<string, unknown>>>
  oneStopConsent: (body: {
    orderId: string
    token: string
    lineRef: string
    result: 'consented' | 'declined'
  }) => Promise<CarrierAnswer<{ redirectUrl: string; state: string }>>
}
