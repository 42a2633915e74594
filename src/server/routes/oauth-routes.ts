import { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context } from 'hono'
import { RefusalError } from '#backend/refusal.ts'
import {
  accessScopes,
  MCP_PATH,
  OPEN_API_PATH,
  RESOURCE_METADATA_PATH,
} from '#vocabulary/connection.ts'
import { connectionConsentPage } from '#vocabulary/pages.ts'
import { createCallCounter } from '../edge/call-counter.ts'
import { networkOf } from '../edge/client-address.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { tokenLimit } from '../edge/request-limits.ts'
import {
  contentSecurityPolicy,
  securityHeaders,
  type SecurityOrigins,
} from '../edge/security-headers.ts'
import { memoize } from '../memoize.ts'
import type { OauthServer, Visit } from '../oauth/provider.ts'
import type { Services } from '../services.ts'

type Asked = Context<ServerEnv & { Bindings: HttpBindings }>

/**
 * Where apps ask to be let in and fetch their tokens. The library is loaded when the first of them comes: no start and no page
 * waits for it (docs/decisions/120).
 */
export function oauthRoutes(services: Services, origins: SecurityOrigins) {
  const app = new Hono<ServerEnv & { Bindings: HttpBindings }>()
  const load = memoize(async () =>
    (await import('../oauth/provider.ts')).createOauthServer(services),
  )
  const counter = createCallCounter(tokenLimit)
  const counted = async (c: Asked) => {
    const { isOver, resetSeconds } = await counter.count(networkOf(c.get('facts').address ?? ''))
    if (isOver) throw new RefusalError('TOO_MANY_REQUESTS', { retryAfterSeconds: resetSeconds })
  }
  const answer = async (c: Asked, accountId?: string) => {
    const isRevocation = c.req.path === '/oauth/revoke'
    return handOver(c, await load(), { accountId, isRevocation }, services, origins)
  }

  app.get('/oauth/authorize', async (c) => {
    await counted(c)
    const { signedIn } = c.get('facts')
    return signedIn ? answer(c, signedIn.accountId) : toLogin(c)
  })
  app.get('/oauth/authorize/:request', async (c) => {
    const { signedIn } = c.get('facts')
    if (!signedIn) return toLogin(c)
    const { passOnDecision } = await load()
    const request = c.req.param('request')
    if (!(await passOnDecision(request, signedIn.accountId)))
      return c.redirect(connectionConsentPage(request), 303)
    return answer(c, signedIn.accountId)
  })
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/jwks'])
    app.all(path, async (c) => {
      await counted(c)
      return answer(c)
    })
  app.all('/.well-known/oauth-authorization-server', (c) => answer(c))
  for (const path of [OPEN_API_PATH, MCP_PATH])
    app.all(RESOURCE_METADATA_PATH + path, (c) =>
      c.json(resourceMetadata(services.config.PUBLIC_URL, path), 200, {
        'Access-Control-Allow-Origin': '*',
      }),
    )
  return app
}

/** RFC 9728: which authorization server gives tokens for what is below this path. */
const resourceMetadata = (publicUrl: string, path: string) => ({
  resource: publicUrl + path,
  authorization_servers: [publicUrl],
  scopes_supported: accessScopes,
  bearer_methods_supported: ['header'],
})

/** The login is the portal's, and leads back here. */
const toLogin = (c: Asked) => {
  const { pathname, search } = new URL(c.req.url)
  return c.redirect(`/auth/login?${new URLSearchParams({ back: pathname + search })}`, 303)
}

/** The library reads and answers Node's own request: it gets one like it, as we know it behind our proxies. */
async function handOver(
  c: Asked,
  { callback, visits }: OauthServer,
  visit: Visit,
  { config }: Services,
  origins: SecurityOrigins,
): Promise<Response> {
  const { incoming, outgoing } = c.env
  const headers = {
    ...securityHeaders(origins),
    'Content-Security-Policy': contentSecurityPolicy(origins),
    'Cache-Control': 'no-store',
  }
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  const again = await requestLike(incoming, config.PUBLIC_URL)
  await visits.run(visit, () => callback(again, outgoing))
  return new Response(null, RESPONSE_ALREADY_SENT)
}

/** A session of the library's own would be a second login: its cookie is left out, so that each request of an app begins anew. */
const ownSession = /(?:^|;\s*)oauth_session(?:\.sig)?=[^;]*/g

async function requestLike(incoming: IncomingMessage, publicUrl: string) {
  const { host, protocol } = new URL(publicUrl)
  const { cookie = '', ...headers } = incoming.headers
  const again = new IncomingMessage(incoming.socket)
  Object.assign(again, {
    headers: {
      ...headers,
      cookie: cookie.replaceAll(ownSession, ''),
      host,
      'x-forwarded-proto': protocol.replace(':', ''),
      'x-forwarded-host': host,
    },
    method: incoming.method,
    url: (incoming.url ?? '/').replace(/^https?:\/\/[^/]*/i, ''),
    httpVersion: incoming.httpVersion,
    // Else its end would close the socket.
    complete: true,
  })
  // A body that was taken in at the edge is read from there.
  again.push('rawBody' in incoming ? incoming.rawBody : await buffer(incoming))
  again.push(null)
  return again
}
