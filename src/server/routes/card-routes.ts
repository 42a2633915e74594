import { Hono } from 'hono'
import { CARD_RETURN_PATH } from '#backend/billing/public.ts'
import { loginFor } from '#vocabulary/login.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'

/** Where the provider's card page leads back to: the code is exchanged, and one goes on where one came from. */
export function cardRoutes(services: Services) {
  const app = new Hono<ServerEnv>()
  app.get(CARD_RETURN_PATH, limited(services.limiter, 'login'), async (c) => {
    c.header('Cache-Control', 'no-store')
    const { signedIn, now, traceKey } = c.get('facts')
    if (!signedIn) return c.redirect(loginFor(c.req.url), 303)
    const { accountId, contractId, sessionHash } = signedIn
    const { path, outcome } = await services.takeCardReturn(
      { actor: 'member', accountId, contractId, sessionHash, now, traceKey },
      { state: c.req.query('state') ?? '', code: c.req.query('code') },
    )
    const back = new URL(path, services.config.PUBLIC_URL)
    back.searchParams.set('card', outcome)
    return c.redirect(back.pathname + back.search, 303)
  })
  return app
}
