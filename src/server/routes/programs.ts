import type { Context } from 'hono'
import { cors } from 'hono/cors'
import type { WireResponse } from '#backend/wire.ts'
import { failureBody, failureIn } from '#protocol/envelope.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import {
  idempotencyKeyHeader,
  idempotentReplayedHeader,
  noStoreResponseHeaders,
  traceKeyHeader,
} from '#protocol/http.ts'
import {
  KEY_PREFIX,
  MCP_PATH,
  OPEN_API_PATH,
  RESOURCE_METADATA_PATH,
} from '#vocabulary/connection.ts'
import { standingHeaders, type CallCounter } from '../edge/call-counter.ts'
import { maskAddress, networkOf } from '../edge/client-address.ts'
import type { Program } from '../edge/program.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import type { Services } from '../services.ts'

export const isOfPrograms = (path: string) =>
  path === MCP_PATH || path.startsWith(`${OPEN_API_PATH}/`)

/** As much of a program's name as is noted. */
const PROGRAM_LENGTH = 120

/** Lets a program in by the token of its header, or says why not: counted first, whatever it shows. */
export async function admitProgram(
  c: Context<ServerEnv>,
  services: Services,
  counter: CallCounter,
): Promise<Program | { readonly refused: WireResponse }> {
  const facts = c.get('facts')
  const { address = '', now } = facts
  const secret = bearerIn(c.req.header('authorization'))
  // A token is for one of the two alone.
  const place = c.req.path === MCP_PATH ? MCP_PATH : OPEN_API_PATH
  const admitted = secret === undefined ? undefined : await services.connections.find(secret, place)
  const standing = await counter.count(admitted?.bearer.connectionId ?? networkOf(address))
  const headers = standingHeaders(counter.figures, standing)
  const refuse = (code: ErrorCode, more: Record<string, string> = {}) => ({
    refused: refused(code, facts.traceKey, { ...headers, ...more }),
  })
  if (standing.isOver)
    return refuse('TOO_MANY_REQUESTS', { 'Retry-After': String(standing.resetSeconds) })
  if (hasKey(new URL(c.req.url).searchParams)) return refuse('KEY_IN_ADDRESS')
  if (admitted === undefined)
    return refuse(secret === undefined ? 'NOT_SIGNED_IN' : 'KEY_NOT_VALID', {
      'WWW-Authenticate': challengeOf(secret === undefined ? undefined : 'invalid_token', {
        resource_metadata: `${services.config.PUBLIC_URL}${RESOURCE_METADATA_PATH}${place}`,
      }),
    })
  const program = (c.req.header('user-agent') ?? '').slice(0, PROGRAM_LENGTH)
  return {
    facts: { ...facts, ...admitted },
    scopes: admitted.bearer.scopes,
    headers,
    note: (scope) =>
      services.connections.note(admitted, { scope, now, address: maskAddress(address), program }),
  }
}

/** The token of the header (RFC 6750, 2.1): the only place where one is looked for. */
export function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header?.trim() ?? '')?.[1]
}

const keyNames = new Set(['access_token', 'api_key', 'apikey'])

/** What stands in an address stands in logs and histories. */
const hasKey = (query: URLSearchParams) =>
  [...query].some(([name, value]) => keyNames.has(name.toLowerCase()) || value.includes(KEY_PREFIX))

/** RFC 6750, 3; where tokens are to be had by RFC 9728, 5.1. */
export function challengeOf(
  error: 'invalid_token' | 'insufficient_scope' | undefined,
  more: { readonly scope?: string | undefined; readonly resource_metadata?: string } = {},
) {
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...Object.entries(more).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}="${value}"`],
    ),
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

/** Any page of any site may call: no cookie is looked at there. */
export const fromEverywhere = cors({
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
    'Link',
    'WWW-Authenticate',
  ],
  maxAge: 600,
})

/** A failure as RFC 9457 has it, with the code and the fields of the wire beside; a success is as anywhere. */
export function toProblem({ status, headers, body }: WireResponse, publicUrl: string): Response {
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
