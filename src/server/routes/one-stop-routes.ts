import { Hono, type Context } from 'hono'
import {
  ONE_STOP_RETURN_PATH,
  ONE_STOP_START_PATH,
  type OneStopReturn,
} from '#backend/application/public.ts'
import { loginFor } from '#vocabulary/login.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'

/** To the page of the carrier a number is brought from, and back. The outside is called here, in no transaction. */
export function oneStopRoutes(services: Services) {
  const app = new Hono<ServerEnv>()
  const { numberVisits, config } = services

  app.get(ONE_STOP_START_PATH, limited(services.limiter, 'applicationChecks'), async (c) => {
    const facts = c.get('facts')
    const to = await numberVisits.start(facts, c.req.query('visit') ?? '', facts.now)
    if (typeof to === 'string') return led(c, to)
    return back(c, to)
  })

  app.get(ONE_STOP_RETURN_PATH, limited(services.limiter, 'applicationChecks'), async (c) => {
    const facts = c.get('facts')
    const { state = '', token, until, error } = c.req.query()
    return back(c, await numberVisits.takeReturn(facts, { state, token, until, error }, facts.now))
  })

  function back(c: Context<ServerEnv>, { path, outcome }: OneStopReturn) {
    if (outcome === 'signIn') return led(c, loginFor(c.req.url))
    const to = new URL(path, config.PUBLIC_URL)
    to.searchParams.set('one_stop', outcome)
    return led(c, to.pathname + to.search)
  }

  return app
}

function led(c: Context<ServerEnv>, to: string) {
  c.header('Cache-Control', 'no-store')
  return c.redirect(to, 303)
}
