import { createAnnouncement } from '#backend/adapters/announcement.ts'
import { createCarrier } from '#backend/adapters/carrier.ts'
import { createNavigation } from '#backend/adapters/navigation.ts'
import type { Clock } from '#backend/clock.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Log } from '#backend/log.ts'
import { createForgeryGuard } from '#backend/middleware/forgery.ts'
import { mountApi } from '#backend/mount.ts'
import { platformHandlers } from '#backend/platform/handlers.ts'
import { createOidc } from '#backend/platform/oidc.ts'
import { createSessions } from '#backend/platform/sessions.ts'
import { api } from '#protocol/index.ts'
import type { Config } from './config.ts'

export type Services = ReturnType<typeof createServices>

/** The composition root: the only place where things are made and handed to each other. */
export function createServices(deps: {
  config: Config
  database: DatabaseHandle
  clock: Clock
  queue: JobQueue
  log: Log
}) {
  const { config, database, clock, log } = deps
  const sealing = createSealing(config.SEALING_SECRET)
  const sessions = createSessions(sealing)
  const forgery = createForgeryGuard({ secret: config.SESSION_SECRET, origin: config.PUBLIC_URL })
  const oidc = createOidc({
    issuer: config.OIDC_ISSUER,
    clientId: config.OIDC_CLIENT_ID,
    clientSecret: config.OIDC_CLIENT_SECRET,
    allowHttp: !config.production,
  })
  const navigation = createNavigation({
    url: config.NAVIGATION_URL,
    monotonicMs: () => performance.now(),
    onFailure: (err) => log.warn({ err }, 'navigation service'),
  })
  const announcement = createAnnouncement({
    scriptUrl: config.ANNOUNCE_SCRIPT_URL,
    onFailure: (err) => log.warn({ err }, 'announcement service'),
  })
  const carrier = createCarrier({ url: config.CARRIER_URL, secret: config.CARRIER_SECRET })

  const handlers = {
    ...platformHandlers({
      publicUrl: config.PUBLIC_URL,
      announceScriptUrl: config.ANNOUNCE_SCRIPT_URL,
      navigation,
      announcement,
    }),
  }
  const apiApp = mountApi(api, handlers, { database, forgery, log })
  return {
    config,
    database,
    clock,
    log,
    sealing,
    sessions,
    forgery,
    oidc,
    navigation,
    carrier,
    apiApp,
  }
}
