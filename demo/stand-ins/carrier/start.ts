import { z } from 'zod'
import { answersSchema } from '../wire/answers.ts'
import { bearer } from '../wire/bearer.ts'
import { callbacksSchema, createCallbacks, type ReportOptions } from '../wire/callbacks.ts'
import type { RunningServer, ServerOptions } from '../wire/listen.ts'
import { startStandIn, type StandInParts, type TickOptions } from '../wire/stand-in.ts'
import type { Delivery } from './delivery.ts'
import { advanceFeeds } from './feed.ts'
import { feedRoutes } from './feed-routes.ts'
import { hourMs, hourOf, hourText } from './hours.ts'
import { lineRoutes } from './line-routes.ts'
import { messageRoutes, messageSchema } from './message-routes.ts'
import { oneStopRoutes } from './one-stop.ts'
import { orderRoutes } from './order-routes.ts'
import { phoneRoutes } from './phone.ts'
import { portInRoutes, portInSchema } from './port-in.ts'
import { progress } from './progress.ts'
import { carrierSchema } from './schema.ts'

/** Of the reports: states and single usage records. */
export type CarrierOptions = ServerOptions &
  ReportOptions &
  TickOptions & {
    secret: string
    /** False while the seed writes a past: until then no line makes traffic by itself, however long that takes. */
    isLive?: () => boolean
    /** The portal's page for the consent to a one-stop port-out. */
    consentUrl: string
  }

/** Lines that were read to within two days make traffic by themselves; others wait for their reader. */
const liveHours = 48

/** Starts the carrier: docs/outside-systems.md 2. */
export function startCarrier(options: CarrierOptions): Promise<RunningServer> {
  const schema = carrierSchema + messageSchema + answersSchema + callbacksSchema + portInSchema
  return startStandIn('carrier', options, schema, (parts) => carrierRoutes(options, parts))
}

function carrierRoutes(options: CarrierOptions, { app, faults, store, url }: StandInParts) {
  const { now } = options
  const callbacks = createCallbacks({ ...options, store, faults })
  const progressNow = () => progress({ store, callbacks }, now())
  const onFresh = (deliveries: Delivery[]) => {
    for (const { record, hour, tie } of deliveries) {
      if (tie % 50 !== 0) continue
      const body = {
        eventId: `usage-${tie}-${hour}`,
        type: 'usage',
        record: usageSchema.parse(JSON.parse(record)),
        at: hourText(hour + 1),
      }
      callbacks.enqueue('usage', body, Temporal.Instant.fromEpochMilliseconds((hour + 1) * hourMs))
    }
  }
  const tick = () => {
    progressNow()
    const hour = hourOf(now())
    if (options.isLive?.() ?? true)
      onFresh(advanceFeeds(store, hour, (line) => line.reportedHour >= hour - liveHours))
    return callbacks.dispatch()
  }

  app.use(async (_c, next) => {
    progressNow()
    await next()
  })
  for (const path of ['/lines/*', '/usage', '/usage/*', '/calls']) {
    app.use(path, bearer(options.secret))
  }
  app.route('/lines', lineRoutes({ store, now, faults }))
  app.route('/', orderRoutes({ store, now, faults, secret: options.secret, progress: progressNow }))
  app.route('/', phoneRoutes({ store, now, progress: progressNow }))
  app.route('/', messageRoutes({ store, now, secret: options.secret }))
  app.route('/', feedRoutes({ store, now, onFresh }))
  app.route('/', oneStopRoutes({ ...options, store, carrierUrl: url, progress: progressNow }))
  const returnOrigin = new URL(options.consentUrl).origin
  app.route('/', portInRoutes({ ...options, store, carrierUrl: url, returnOrigin }))
  return tick
}

const usageSchema = z.record(z.string(), z.union([z.string(), z.number()]))
