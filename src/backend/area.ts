import type { Caller } from '#backend/caller.ts'
import type { Clock } from '#backend/clock.ts'
import type { ExchangeListener } from '#backend/carrier/exchange.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { IdentityListener } from '#backend/identity/service.ts'
import type { Sweep } from '#backend/jobs/due-work.ts'
import type { JobQueue, JobRun, JobSettings } from '#backend/jobs/queue.ts'
import type { Log } from '#backend/log.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { Endings } from '#backend/procedure/endings.ts'
import type { QueueRunners } from '#backend/procedure/queue-runners.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import type { CarrierOrderEvent, CarrierPort } from '#backend/ports/carrier.ts'
import type { Handlers } from '#protocol/endpoint.ts'
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
  publicUrl: string
  procedures: Registry
  endings: Endings
}

/** A state the carrier reports of one of our orders, by callback or found by polling; may come twice or late. */
export type CarrierReport = CarrierOrderEvent & { orderId: string; lineRef: string }

/** The operations an area answers: `{ … } satisfies AreaHandlers` keeps their names and checks their types. */
export type AreaHandlers = Partial<Handlers<typeof api, Caller>>

/** What an area gives back besides its handlers: its part of the worker's life. */
export type AreaWork = {
  jobs?: readonly (JobRun & { job: JobSettings })[]
  sweeps?: readonly Sweep[]
  onExchange?: readonly ExchangeListener[]
  onIdentity?: readonly IdentityListener[]
  /** Begins procedures of this area that waited until they could be begun. */
  runQueued?: QueueRunners
  onCarrierReport?: readonly ((report: CarrierReport) => Promise<void>)[]
}
