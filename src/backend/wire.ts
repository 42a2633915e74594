import type { Bearer, SignedIn, StaffSession } from '#backend/caller.ts'
import type { Reads } from '#backend/db/memoized-reads.ts'
import type { Answer } from '#protocol/http.ts'

/** What the surrounding server has found out about the request. */
export type RequestFacts = {
  traceKey: string
  signedIn: SignedIn | undefined
  /** Of a program: no cookie was looked at, and it does what it was given. */
  bearer?: Bearer | undefined
  /** Of a request at the console. */
  staff?: StaffSession | undefined
  /** The opened record whose page of the member's asks: on behalf. */
  grantId?: string | undefined
  now: Temporal.Instant
  /** The reads of the page that asks; what asks by itself has reads of its own. */
  reads?: Reads
  /** Of the client, behind proxies of ours; empty for what is asked in process. */
  address?: string
  /** Of the application this browser has under way. */
  applicationSecret?: string | undefined
  /** Of the session this browser names that is over, by whatever end. */
  overSessionHash?: string | undefined
}
/** A request as the conventions of the wire see it: one that came over HTTP, or a question of a page in this process. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly facts: RequestFacts
  /** By its name in small letters. */
  readonly header: (name: string) => string | undefined
  readonly text: () => Promise<string>
}

export type WireResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export function overHttp(request: Request, facts: RequestFacts): Asked {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    search,
    facts,
    header: (name) => request.headers.get(name) ?? undefined,
    text: () => request.text(),
  }
}

export function toResponse({ status, headers, body }: WireResponse): Response {
  return Response.json(body, { status, headers })
}

/** What a page asks this process: text comes and goes as over HTTP, but Request and Response cost more than most answers. */
export type InProcessInit = {
  readonly method: string
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export function inProcess(address: string, init: InProcessInit, facts: RequestFacts): Asked {
  const at = address.indexOf('?')
  return {
    method: init.method,
    path: at < 0 ? address : address.slice(0, at),
    search: at < 0 ? '' : address.slice(at),
    facts,
    header: (name) => init.headers[name],
    text: async () => init.body ?? '',
  }
}

export function toAnswer({ status, headers, body }: WireResponse): Answer {
  const text = JSON.stringify(body)
  const named = Object.entries(headers)
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: {
      get: (name) => named.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1] ?? null,
    },
    text: async () => text,
  }
}
