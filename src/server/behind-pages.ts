import type { Hono } from 'hono'
import { areMessagesSent } from '#backend/mail/waiting.ts'
import { createApp } from './app.ts'
import type { ServerEnv } from './edge/request-facts.ts'
import type { SecurityOrigins } from './edge/security-headers.ts'
import { checkDatabase, checkUrl, checkWorker, createHealth, type Check } from './health/health.ts'
import type { AnswerTimes } from './metrics/answer-times.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Pages } from './pages/pages.ts'
import type { Services } from './services.ts'
import type { Cookies } from './session/cookies.ts'
import { sql } from 'kysely'
import type { DatabaseHandle } from '#backend/db/connect.ts'

/** What the web server has of its own when it begins to listen. */
export type Door = {
  /** Of this process, from its first answer on; where nobody asks for metrics there are none. */
  answerTimes: AnswerTimes | undefined
  pages: Pages
  cookies: Cookies
  origins: SecurityOrigins
  isPublicPage: (path: string) => boolean
  development: boolean
}

/** What answers the requests that no stored page and no file answers, and the questions that pages ask. */
export type BehindPages = {
  app: Hono<ServerEnv>
  services: Pick<Services, 'askApi' | 'limiter'>
}

/** The API, the login, my page and the health of this process. */
export function behindPages(
  services: Services,
  options: { workerAlive: Check | undefined; metrics?: Metrics | undefined },
) {
  return ({ answerTimes, ...door }: Door): BehindPages => {
    const { config, database, clock } = services
    const health = createHealth(
      {
        database: checkDatabase(database),
        worker: options.workerAlive ?? checkWorker(database, clock),
        platform: checkUrl(
          `${new URL(config.OIDC_ISSUER).origin}/.well-known/openid-configuration`,
        ),
        carrier: checkUrl(config.CARRIER_URL),
        laws: () => doLawsHold(database),
        messages: () => areMessagesSent(database.db),
      },
      ['database', 'worker'],
    )
    const ready = createHealth({ database: checkDatabase(database) }, ['database'])
    if (answerTimes) options.metrics?.countAnswers(answerTimes)
    return { app: createApp({ services, health, ready, ...door }), services }
  }
}

/** For /health: no law was found broken the last time, and each was checked to its end. */
export async function doLawsHold({ db }: Pick<DatabaseHandle, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select from law_check where broken <> '[]' or unfinished <> '{}'`.execute(db)
  return rows.length === 0
}
