import { loginFor } from '#vocabulary/login.ts'
import { pages } from '#vocabulary/pages.ts'
import { Hono, type Context } from 'hono'
import { RefusalError } from '#backend/refusal.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import type { Services } from '../services.ts'

const ordersPath = pages.orders

/**
 * Where a procedure leaves our pages and comes back: the identity reader, the receiving carrier of a one-stop
 * port-out. The outside is called here, between two requests, and never inside a member's transaction.
 */
export function handOffRoutes(services: Services) {
  const app = new Hono<ServerEnv>()

  app.get('/identity/start/:checkId{[\\w-]+}', (c) =>
    led(c, ({ accountId, sessionHash }) =>
      services.identity.start(accountId, c.req.param('checkId'), sessionHash),
    ),
  )

  app.get('/identity/return/:checkId{[\\w-]+}', (c) =>
    led(c, ({ accountId }) => services.identity.finish(accountId, c.req.param('checkId'))),
  )

  for (const { path, wayBack } of services.work.flatMap(({ handOff }) => handOff ?? []))
    app.get(`${path}/:orderNo{[\\w-]+}`, (c) =>
      led(c, async ({ contractId }) => {
        if (contractId === null) return ordersPath
        return wayBack(services.exchanges, { contractId, orderNo: c.req.param('orderNo') })
      }),
    )

  return app
}

type SignedIn = NonNullable<ServerEnv['Variables']['facts']['signedIn']>

/** Another member's id leads to the own orders, like an unknown one. */
async function led(c: Context<ServerEnv>, where: (who: SignedIn) => Promise<string>) {
  c.header('Cache-Control', 'no-store')
  const { signedIn } = c.get('facts')
  if (!signedIn) return c.redirect(loginFor(c.req.url), 303)
  try {
    return c.redirect(await where(signedIn), 303)
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return c.redirect(ordersPath, 303)
  }
}
