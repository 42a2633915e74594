import { createNavigation } from '#backend/adapters/navigation.ts'
import type { Clock } from '#backend/clock.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import type { Log } from '#backend/log.ts'
import { createForgeryGuard } from '#backend/middleware/forgery.ts'
import { createSessions } from '#backend/login/sessions.ts'
import { publishedPrices, type PriceBook } from '#domain/catalogue/price-book.ts'
import type { Config } from './config/config.ts'
import { sealingKeysOf } from './config/sealing-keys.ts'

export type FoundationDeps = {
  config: Config
  database: DatabaseHandle
  clock: Clock
  /** The demo's clock can be moved; its logins last by the machine's (decision 020). */
  loginClock?: Clock
  log: Log
  /** The published prices, if not given: others can be tried on real bills. */
  book?: PriceBook
}

export type Foundation = ReturnType<typeof createFoundation>

/** What a public page needs of the house. Everything else is made of it by `createServices`, and loaded later (decision 072). */
export function createFoundation(deps: FoundationDeps) {
  const { config, database, clock, loginClock = clock, log, book = publishedPrices } = deps
  const sealing = createSealing(sealingKeysOf(config))
  return {
    config,
    database,
    clock,
    loginClock,
    log,
    book,
    sealing,
    sessions: createSessions(sealing, config.SESSION_SECRET),
    forgery: createForgeryGuard({ secret: config.SESSION_SECRET, origin: config.PUBLIC_URL }),
    navigation: createNavigation({
      url: config.NAVIGATION_URL,
      monotonicMs: () => performance.now(),
      onFailure: (err) => log.warn({ err }, 'navigation service'),
    }),
  }
}
