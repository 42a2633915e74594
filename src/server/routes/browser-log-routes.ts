import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { RefusalError } from '#backend/refusal.ts'
import { loggedAddress } from '#protocol/logged-address.ts'
import { BROWSER_LOG_PATH } from '../edge/plain-answer.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'

const MAX_BYTES = 32_000
/** How much of the text of one entry is stored. */
const MAX_TEXT = 500

const entry = z.object({
  message: z.string(),
  additional: z.unknown(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  timestamp: z.iso.datetime({ offset: true }),
  fileName: z.string(),
  lineNumber: z.int().nonnegative(),
})
/** As many as a browser keeps while the address is not known (shell/log.ts). */
const entries = z.array(entry).max(30)

/**
 * Takes the log of browsers into ours, from `info` on (spec 9), with the trace key of the request that brought it.
 * Anybody can write here what they like: entries are cut, numbers and addresses in them are masked, and none of them is an
 * error of ours, so that no alarm can be set off from outside.
 */
export function browserLogRoutes(services: Services) {
  const app = new Hono<ServerEnv>()
  app.post(
    BROWSER_LOG_PATH,
    limited(services.limiter, 'browserLog'),
    bodyLimit({
      maxSize: MAX_BYTES,
      onError: () => {
        throw new RefusalError('BODY_TOO_LARGE')
      },
    }),
    async (c) => {
      const { traceKey } = c.get('facts')
      const fromOurPages = services.forgery.isFromOurOrigin({
        origin: c.req.header('origin'),
        fetchSite: c.req.header('sec-fetch-site'),
      })
      if (!fromOurPages) throw new RefusalError('FORGERY_SUSPECTED')
      const posted = entries.safeParse(await c.req.json().catch(() => undefined))
      if (!posted.success) throw new RefusalError('VALIDATION_FAILED')
      for (const { message, additional, level, timestamp, fileName, lineNumber } of posted.data) {
        if (level === 'debug') continue
        const browser = {
          level,
          at: timestamp,
          message: masked(message),
          additional: masked(JSON.stringify(additional ?? null)),
          place: `${masked(loggedAddress(fileName))}:${lineNumber}`,
        }
        services.log[level === 'info' ? 'info' : 'warn']({ traceKey, browser }, 'browser')
      }
      return c.body(null, 204)
    },
  )
  return app
}

/** Telephone, card and SIM numbers and mail addresses have no place in a log, whatever wrote them. */
function masked(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replaceAll(/[^\s"'<>@]+@[^\s"'<>@]+/g, '[mail]')
    .replaceAll(/\d(?:[\d-]{7,})\d/g, '[number]')
}
