import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { overHttp, type WireResponse } from '#backend/wire.ts'
import { withTrailingSlash } from '#protocol/conventions.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { failureBody, failureIn } from '#protocol/envelope.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import {
  idempotencyKeyHeader,
  idempotentReplayedHeader,
  noStoreResponseHeaders,
  traceKeyHeader,
} from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { KEY_PREFIX, OPEN_API_PATH } from '#vocabulary/connection.ts'
import { createCallCounter, standingHeaders } from '../edge/call-counter.ts'
import { maskAddress, networkOf } from '../edge/client-address.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { callLimit, type Figures } from '../edge/request-limits.ts'
import type { Services } from '../services.ts'

/** As much of a program's name as is noted. */
const PROGRAM_LENGTH = 120

export const isOpenApi = (path: string) => path.startsWith(`${OPEN_API_PATH}/`)

const operations = new Map<string, Endpoint>(
  Object.values<Endpoint>(api).map((one) => [`${one.method} ${withTrailingSlash(one.path)}`, one]),
)

/**
 * Programs that members have let in: the operations of the wire below `/api/v1`, by `Authorization: Bearer` and nothing else.
 * Any page of any site may call here, since no cookie is looked at (docs/decisions/119).
 */
export function openApiRoutes(services: Services, limit: Figures = callLimit) {
  const app = new Hono<ServerEnv>()
  const counter = createCallCounter(limit)
  const everywhere = cors({
    origin: '*',
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', idempotencyKeyHeader],
    exposeHeaders: [
      traceKeyHeader,
      idempotentReplayedHeader,
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'Deprecation',
      'Sunset',
      'WWW-Authenticate',
    ],
    maxAge: 600,
  })
  app.use(`${OPEN_API_PATH}/*`, everywhere)
  app.all(`${OPEN_API_PATH}/*`, async (c) => {
    const response = await answer(c, services, counter)
    return toProblem(response, services.config.PUBLIC_URL)
  })
  return app
}

type Asked = Context<ServerEnv>

async function answer(
  c: Asked,
  services: Services,
  counter: ReturnType<typeof createCallCounter>,
): Promise<WireResponse> {
  const facts = c.get('facts')
  const { address = '', now } = facts
  const secret = bearerIn(c.req.header('authorization'))
  const admitted = secret === undefined ? undefined : await services.connections.find(secret, now)
  const standing = await counter.count(admitted?.bearer.connectionId ?? networkOf(address))
  const headers = standingHeaders(counter.figures, standing)
  const refuse = (code: ErrorCode, more: Record<string, string> = {}) =>
    refused(code, facts.traceKey, { ...headers, ...more })
  if (standing.isOver)
    return refuse('TOO_MANY_REQUESTS', { 'Retry-After': String(standing.resetSeconds) })
  if (hasKey(new URL(c.req.url).searchParams)) return refuse('KEY_IN_ADDRESS')
  if (admitted === undefined)
    return refuse(secret === undefined ? 'NOT_SIGNED_IN' : 'KEY_NOT_VALID', {
      'WWW-Authenticate': challengeOf(secret === undefined ? undefined : 'invalid_token'),
    })
  const asked = overHttp(c.req.raw, { ...facts, ...admitted })
  const path = `/api${asked.path.slice(OPEN_API_PATH.length)}`
  const response = await services.answerTo({ ...asked, path })
  const scope = operations.get(`${asked.method} ${withTrailingSlash(path)}`)?.scope
  if (scope !== undefined && admitted.bearer.scopes.includes(scope)) {
    const program = (c.req.header('user-agent') ?? '').slice(0, PROGRAM_LENGTH)
    await services.connections.note(admitted, {
      scope,
      now,
      address: maskAddress(address),
      program,
    })
  }
  const isBeyond = failureIn(response.body)?.code === 'SCOPE_MISSING'
  return {
    ...response,
    headers: {
      ...response.headers,
      ...headers,
      ...(isBeyond && { 'WWW-Authenticate': challengeOf('insufficient_scope', scope) }),
    },
  }
}

/** The token of the header (RFC 6750, 2.1): the only place where one is looked for. */
function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header?.trim() ?? '')?.[1]
}

const keyNames = new Set(['access_token', 'api_key', 'apikey'])

/** What stands in an address stands in logs and histories. */
const hasKey = (query: URLSearchParams) =>
  [...query].some(([name, value]) => keyNames.has(name.toLowerCase()) || value.includes(KEY_PREFIX))

/** RFC 6750, 3. */
function challengeOf(error: 'invalid_token' | 'insufficient_scope' | undefined, scope?: string) {
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scope === undefined ? [] : [`scope="${scope}"`]),
  ]
  return ['Bearer', parts.join(', ')].filter((part) => part !== '').join(' ')
}

function refused(
  code: ErrorCode,
  traceKey: string,
  headers: Readonly<Record<string, string>>,
): WireResponse {
  const { httpStatus: status, body } = failureBody(code)
  return {
    status,
    headers: { ...noStoreResponseHeaders, [traceKeyHeader]: traceKey, ...headers },
    body,
  }
}

/** A failure as RFC 9457 has it, with the code and the fields of the wire beside; a success is as anywhere. */
function toProblem({ status, headers, body }: WireResponse, publicUrl: string): Response {
  const failure = failureIn(body)
  if (failure === undefined) return Response.json(body, { status, headers })
  const { code, message: title, ...more } = failure
  const problem = {
    type: `${publicUrl}/developers/errors/#${code}`,
    title,
    status,
    code,
    instance: `urn:trace:${headers[traceKeyHeader]}`,
    ...more,
  }
  return Response.json(problem, {
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
  })
}
