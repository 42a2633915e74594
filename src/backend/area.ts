import type { Caller } from '#backend/caller.ts'
import type { Clock } from '#backend/clock.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import type { ExchangeListener } from '#backend/carrier/exchange.ts'
import type { Exchanges } from '#backend/carrier/send-exchanges.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { HoldEnd } from '#backend/hold/holds.ts'
import type { Task } from '#backend/jobs/due-work.ts'
import type { JobQueue, JobRun, JobSettings } from '#backend/jobs/queue.ts'
import type { Log } from '#backend/log.ts'
import type { MailSender } from '#backend/mail/member-message.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { CarrierOrderEvent, CarrierPort } from '#backend/ports/carrier.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { Handlers, Result } from '#protocol/endpoint.ts'
import type { consoleApi } from '#protocol/console/index.ts'
import type { api } from '#protocol/index.ts'

/** What every area is built from. An area that needs another is handed that area's service besides. */
export type AreaDeps = {
  database: DatabaseHandle
  clock: Clock
  /** How long a login lasts is measured by it: the machine's time, also where the demo's clock is moved. */
  loginClock: Clock
  queue: JobQueue
  sealing: Sealing
  carrier: CarrierPort
  outbox: Outbox
  log: Log
  /** The prices and tax rates everything is billed, quoted and shown by. */
  book: PriceBook
  publicUrl: string
  /** Where members' mails and papers say they come from. */
  sender: MailSender
}

/** A state the carrier reports of one of our orders, by callback or found by polling; may come twice or late. */
export type CarrierReport = CarrierOrderEvent & { orderId: string; lineRef: string }

/** A handler for every operation of the wire; a missing one does not compile. */
export type ApiHandlers = Handlers<typeof api, Caller>

/** The operations an area answers: `{ … } satisfies AreaHandlers` keeps their names and checks their types. */
export type AreaHandlers = Partial<ApiHandlers>

/** As `ApiHandlers` and `AreaHandlers`, of the staff's console. */
export type ConsoleHandlers = Handlers<typeof consoleApi, Caller>
export type ConsoleAreaHandlers = Partial<ConsoleHandlers>

/** What goes on after an operation's change is committed, by the answer it has so far. */
export type AreaAfterCommit = {
  readonly [Name in keyof ApiHandlers]?: (
    answer: Result<(typeof api)[Name]>,
    caller: Omit<Caller, 'db'>,
  ) => Promise<Awaited<ReturnType<ApiHandlers[Name]>>>
}

export type IdentityConcluded = {
  readonly accountId: string
  readonly contractId: string | null
  readonly orderNo: string
  readonly state: string
  /** Of what our staff decided: why not, or what is asked for instead (the state is `waiting` again). */
  readonly decided?: { readonly reason: string | undefined } | undefined
}

/** What a check that has come to an end means to the area whose order waits; runs in the transaction that ends it. */
export type IdentityListener = (
  tx: Db,
  concluded: IdentityConcluded,
  now: Temporal.Instant,
) => Promise<void>

/** What an area gives back besides its handlers: its part of the worker's life. */
export type AreaWork = {
  jobs?: readonly (JobRun & { job: JobSettings })[]
  tasks?: readonly Task[]
  onExchange?: readonly ExchangeListener[]
  onIdentity?: readonly IdentityListener[]
  /** Where the member goes on who comes back to `<path>/<orderNo>` from a page that is not ours. */
  handOff?: { path: string; wayBack: (exchanges: Exchanges, key: OrderKey) => Promise<string> }
  /** What holds of this area's operations do at their end. */
  holdEnds?: readonly HoldEnd[]
  onCarrierReport?: readonly ((report: CarrierReport) => Promise<void>)[]
}
