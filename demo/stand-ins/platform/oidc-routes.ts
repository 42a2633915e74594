import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type Provider from 'oidc-provider'
import { neverAnswer } from '../wire/faults.ts'
import type { Faults } from '../wire/faults.ts'

/** Hands the OIDC library its own paths; it reads and answers the raw request itself. */
export function oidcRoutes(provider: Provider, faults: Faults): Hono<{ Bindings: HttpBindings }> {
  const answer = provider.callback()
  const routes = new Hono<{ Bindings: HttpBindings }>()
  for (const path of ['/oidc/*', '/.well-known/*']) {
    routes.all(path, async (c) => {
      if (faults.handlerMode(c) === 'silent') return neverAnswer(c)
      await answer(c.env.incoming, c.env.outgoing)
      return RESPONSE_ALREADY_SENT
    })
  }
  return routes
}
