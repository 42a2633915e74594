import { Hono } from 'hono'
import { RefusalError } from '#backend/refusal.ts'
import { stopPage } from '#vocabulary/pages.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'

/**
 * Stops a change on hold by the link of a message (decision 052). Whoever was driven out of the account must be able to,
 * so it asks for no session: the link is the right, and the press has to come from our own page.
 */
export function stopRoutes(services: Services) {
  const app = new Hono<ServerEnv>()
  app.post('/auth/stop', limited(services.limiter, 'login'), async (c) => {
    c.header('Cache-Control', 'no-store')
    const isOurs = services.forgery.isFromOurOrigin({
      origin: c.req.header('origin'),
      fetchSite: c.req.header('sec-fetch-site'),
    })
    if (!isOurs) throw new RefusalError('FORGERY_SUSPECTED')
    const given = (await c.req.formData()).get('t')
    const secret = typeof given === 'string' ? given : ''
    try {
      await services.stopHeld(secret, services.clock.now())
    } catch (error) {
      // Stopped or gone on before: the page says which.
      if (!(error instanceof RefusalError) || error.code !== 'WRONG_STATE') throw error
    }
    return c.redirect(stopPage(secret), 303)
  })
  return app
}
