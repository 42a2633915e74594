import { z } from 'zod'
import type { Endpoint, RawInput, Result } from './endpoint.ts'
import { type Failure, failureIn, unwrap } from './envelope.ts'

// Names on the wire, each written here and nowhere else (ours: ADR on the wire; spec 7.1) --------

export const traceKeyHeader = 'X-Trace-Key'
export const idempotencyKeyHeader = 'Idempotency-Key'
export const idempotentReplayedHeader = 'Idempotent-Replayed'
export const noCacheRequestHeaders = { 'Cache-Control': 'no-cache', Pragma: 'no-cache' } as const
export const noStoreResponseHeaders = { 'Cache-Control': 'no-store' } as const

/** The token travels in a cookie that script can read and comes back in a header or a form field. */
export const antiForgery = {
  cookie: 'XSRF-TOKEN',
  header: 'X-XSRF-TOKEN',
  field: 'xsrfToken',
} as const

/** On an https origin the session and the anti-forgery cookie carry this prefix. */
export const secureCookiePrefix = '__Host-'

export const idempotencyKeyPattern = /^[\u0021-\u007e]{1,255}$/u

/** `/api/user` → `/api/user/`: the canonical form. */
export const withTrailingSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`)

/** `/api/user/` → `/api/user`: the form endpoints are declared in. */
export const withoutTrailingSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path

/** Query parameters as the schemas take them: a key that stands several times becomes a list. */
export function readQuery(search: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(search.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = search.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** One cookie's value out of a `Cookie` header or `document.cookie`. */
export function readCookie(cookies: string, name: string): string | undefined {
  const prefix = `${name}=`
  const pair = cookies.split(/;\s*/u).find((part) => part.startsWith(prefix))
  return pair?.slice(prefix.length)
}

/** The anti-forgery token, by either of its cookie's names. */
export const readAntiForgeryToken = (read: (name: string) => string | undefined) =>
  read(secureCookiePrefix + antiForgery.cookie) ?? read(antiForgery.cookie)

// The client ----------------------------------------------------------------------------------------

/** Any failure of a call: an answer that is not a success, or no answer (`httpStatus` 0). */
export class ApiError extends Error {
  readonly httpStatus: number
  readonly body: unknown
  /** Shown to the member as お問い合わせ番号. */
  readonly traceKey: string | undefined
  /** The failure as our servers write it; absent when something else answered. */
  readonly failure: Failure | undefined

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

export type Fetch = (path: string, init: RequestInit) => Promise<Response>

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

type CallArguments<E extends Endpoint> =
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
): RequestInit {
  const headers = new Headers(options.headers)
  headers.set('Accept', 'application/json')
  const signal = input.signal === undefined ? {} : { signal: input.signal }
  if (endpoint.method === 'GET') {
    for (const [name, value] of Object.entries(noCacheRequestHeaders)) headers.set(name, value)
    return { method: endpoint.method, headers, ...signal }
  }
  const token = options.baseUrl
    ? undefined
    : readAntiForgeryToken(options.readCookie ?? (() => undefined))
  if (token !== undefined) headers.set(antiForgery.header, token)
  if (input.idempotencyKey !== undefined) headers.set(idempotencyKeyHeader, input.idempotencyKey)
  if (input.body === undefined) return { method: endpoint.method, headers, ...signal }
  headers.set('Content-Type', 'application/json')
  return { method: endpoint.method, headers, body: JSON.stringify(input.body), ...signal }
}

async function send(fetch: Fetch, address: string, init: RequestInit) {
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
