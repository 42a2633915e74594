import { Hono } from 'hono'
import { CARD_RETURN_PATH } from '#backend/billing/public.ts'
import { loginFor } from '#vocabulary/login.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'
import { PARTNER_RETURN_PATH } from '#backend/partner/public.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import type { Cookies } from '../session/cookies.ts'

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

/** Long enough to be read at once. */
const BACK_SECONDS = 60

/** Where the points partner's login leads back to: on through the login's return page (spec 2.4) to where one came from. */
export function partnerRoutes(services: Services, cookies: Cookies) {
  const app = new Hono<ServerEnv>()
  app.get(PARTNER_RETURN_PATH, limited(services.limiter, 'login'), async (c) => {
    c.header('Cache-Control', 'no-store')
    const { signedIn, now } = c.get('facts')
    if (!signedIn) return c.redirect(`/auth/login?back=${encodeURIComponent(pages.point)}`, 303)
    const given = { state: c.req.query('state') ?? '', code: c.req.query('code') }
    const { path, outcome } = await services.takePartnerReturn(signedIn, given, now)
    const back = withQuery(path, { point: outcome })
    c.header(
      'Set-Cookie',
      cookies.set('backUrl', encodeURIComponent(back), { maxAgeSeconds: BACK_SECONDS }),
    )
    return c.redirect('/login_back.html', 303)
  })
  return app
}
