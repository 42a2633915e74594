import { z } from 'zod'
import {
  antiForgery,
  idempotencyKeyHeader,
  noCacheRequestHeaders,
  readAntiForgeryToken,
  traceKeyHeader,
  withTrailingSlash,
} from './conventions.ts'
import type { Endpoint, RawInput, Result } from './endpoint.ts'
import { failureIn } from './envelope.ts'
import { unwrap } from './reading.ts'

/** The conventions stand apart because http.ts needs the validator, which no page should load. */
export {
  antiForgery,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  idempotentReplayedHeader,
  noStoreResponseHeaders,
  ownName,
  readApplication,
  readCookie,
  readQuery,
  traceKeyHeader,
  withTrailingSlash,
} from './conventions.ts'

/** Any failure of a call: an answer that is not a success, or no answer (`httpStatus` 0). */
export class ApiError extends Error {
  readonly httpStatus: number
  readonly body: unknown
  /** Shown to the member as お問い合わせ番号. */
  readonly traceKey: string | undefined
  /** The failure as our servers write it; absent when something else answered. */
  readonly failure: ReturnType<typeof failureIn>

  constructor(answer: {
    httpStatus: number
    body: unknown
    traceKey?: string | undefined
    cause?: unknown
  }) {
    const failure = failureIn(answer.body)
    super(`${failure?.code ?? 'no readable answer'} (HTTP ${answer.httpStatus})`, {
      cause: answer.cause,
    })
    this.name = 'ApiError'
    this.httpStatus = answer.httpStatus
    this.body = answer.body
    this.traceKey = answer.traceKey
    this.failure = failure
  }
}

/** What the client reads of an answer: a Response, or what answers within the process. */
export type Answer = Pick<Response, 'ok' | 'status' | 'text'> & {
  readonly headers: Pick<Headers, 'get'>
}

/** What a call is sent with: as `fetch` takes it. */
type Sent = {
  readonly method: Endpoint['method']
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

export type Fetch = (path: string, init: Sent) => Promise<Answer>

type Part<Name extends 'query' | 'body', Value> = [keyof Value] extends [never]
  ? { readonly [N in Name]?: undefined }
  : object extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value }

/** `query` and `body` are asked for exactly when the endpoint has required ones. */
export type CallInput<E extends Endpoint> = Part<'query', RawInput<E>['query']> &
  Part<'body', RawInput<E>['body']> & {
    readonly idempotencyKey?: string
    readonly signal?: AbortSignal
  }

export type CallArguments<E extends Endpoint> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
) => Promise<Result<E>>

/**
 * The one client of the wire, in the browser and in process. It never retries (spec 9).
 * `readCookie` gives the anti-forgery cookie, which is sent to relative addresses only (spec 7.1).
 */
export function createCall(options: {
  readonly fetch: Fetch
  /** Origin of an API on another host, without a slash at its end. */
  readonly baseUrl?: string
  readonly readCookie?: (name: string) => string | undefined
  /** Sent with every call: in process, the visitor's cookies and trace key. */
  readonly headers?: Readonly<Record<string, string>>
}): Call {
  return async <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) => {
    const address = addressOf(endpoint, input?.query, options.baseUrl)
    const init = requestOf(endpoint, input ?? {}, options)
    const answer = await send(options.fetch, address, init)
    const inner = answer.ok ? unwrap(answer.body) : undefined
    if (inner === undefined) throw new ApiError(answer)
    const parsed = z.safeParse<E['result']>(endpoint.result, inner.result)
    if (!parsed.success) throw new ApiError({ ...answer, cause: parsed.error })
    return parsed.data
  }
}

function addressOf(endpoint: Endpoint, query: object | undefined, baseUrl = ''): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) search.append(name, String(item))
    }
  }
  const path = baseUrl + withTrailingSlash(endpoint.path)
  return search.size === 0 ? path : `${path}?${search}`
}

function requestOf(
  endpoint: Endpoint,
  input: { body?: object; idempotencyKey?: string; signal?: AbortSignal },
  options: Parameters<typeof createCall>[0],
): Sent {
  const { method } = endpoint
  const { signal, idempotencyKey, body } = input
  const headers: Record<string, string> = { ...options.headers, Accept: 'application/json' }
  const sent = { method, headers, ...(signal && { signal }) }
  if (method === 'GET') {
    Object.assign(headers, noCacheRequestHeaders)
    return sent
  }
  const token = options.baseUrl
    ? undefined
    : readAntiForgeryToken(options.readCookie ?? (() => undefined))
  if (token !== undefined) headers[antiForgery.header] = token
  if (idempotencyKey !== undefined) headers[idempotencyKeyHeader] = idempotencyKey
  if (body === undefined) return sent
  headers['Content-Type'] = 'application/json'
  return { ...sent, body: JSON.stringify(body) }
}

async function send(fetch: Fetch, address: string, init: Sent) {
  try {
    const response = await fetch(address, init)
    const traceKey = response.headers.get(traceKeyHeader) ?? undefined
    const text = await response.text()
    return { ok: response.ok, httpStatus: response.status, body: readJson(text), traceKey }
  } catch (cause) {
    return { ok: false, httpStatus: 0, body: undefined, traceKey: undefined, cause }
  }
}

/** JSON, or the text itself when something else answered (a proxy's error page). */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}
