import {
  createRequestHandler,
  isRouteErrorResponse,
  type RequestHandler,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import type { Log } from '#backend/log.ts'
import type { RequestFacts } from '#backend/wire.ts'
import type { PageContext } from '#portal/context.ts'
import { traceKeyHeader } from '#protocol/http.ts'

// What the portal and the staff's console have in common when a page is drawn by a build of React Router.

/** React Router ranks and compiles every route when it is given a build: once a build, not once a page. */
export function handlerOfBuild(mode: 'production' | 'development') {
  let last: { build: ServerBuild; handle: RequestHandler } | undefined
  return (build: ServerBuild): RequestHandler => {
    if (last?.build !== build) last = { build, handle: createRequestHandler(build, mode) }
    return last.handle
  }
}

type ContextKey = RouterContext<PageContext | null>

/** The key lives in the build: a second import of its module would be a second key. */
export function contextKeyOf(build: ServerBuild): ContextKey {
  const entry: object = build.entry.module
  if (!exportsPageContext(entry)) throw new Error('the build exports no page context')
  return entry.pageContext
}

function exportsPageContext(entry: object): entry is { pageContext: ContextKey } {
  return 'pageContext' in entry
}

const forwardedNames = ['cookie', 'origin', 'sec-fetch-site', 'user-agent']

/** The visitor's own headers, and our trace key, in small letters. */
export function forwarded({ headers }: Request, facts: RequestFacts): Record<string, string> {
  const own = forwardedNames.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(own), [traceKeyHeader.toLowerCase()]: facts.traceKey }
}

export const named = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

export function reportPageError({ log }: { log: Log }, { traceKey }: RequestFacts, err: unknown) {
  // A page that is not there and a method that is not taken are the visitor's answer, not our fault.
  if (isRouteErrorResponse(err) && err.status < 500) return
  log.error({ err, traceKey }, 'page failed')
}
