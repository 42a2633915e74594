import { plainPage, topLink, type PlainLink } from '#portal/plain-page.ts'
import { failureBody } from '#protocol/envelope.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { noStoreResponseHeaders, traceKeyHeader } from '#protocol/http.ts'
import { AUTHORIZE_PATH, MCP_PATH } from '#vocabulary/connection.ts'
import { pages } from '#vocabulary/pages.ts'
import { contentSecurityPolicy, securityHeaders, type SecurityOrigins } from './security-headers.ts'

export type PlainAnswer = { status: number; headers: Record<string, string>; body: string }

type Asked = {
  path: string
  traceKey: string
  origins: SecurityOrigins
  headers?: Record<string, string>
}

/** A refusal before (or without) React and the database: the wire's failure for programs, a page for people. */
export function plainRefusal(code: ErrorCode, asked: Asked): PlainAnswer {
  const { message } = errors[code]
  return plainAnswer(code, { title: '受け付けできませんでした', text: message }, asked)
}

/** @param page what people read; programs are given the code. */
export function plainAnswer(
  code: ErrorCode,
  page: { title: string; text: string },
  { path, traceKey, origins, headers }: Asked,
): PlainAnswer {
  const { httpStatus, body } = failureBody(code)
  const always = { ...securityHeaders(origins), [traceKeyHeader]: traceKey, ...headers }
  if (isForPrograms(path))
    return {
      status: httpStatus,
      headers: { ...noStoreResponseHeaders, ...always, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
  return {
    status: httpStatus,
    headers: {
      ...always,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(origins),
    },
    body: plainPage({
      title: page.title,
      paragraphs: [page.text],
      traceKey,
      links: waysOn(path),
    }),
  }
}

/** Where browsers may post their log (spec 7.2) when `LOG_POST_URL` names it. */
export const BROWSER_LOG_PATH = '/browser-log'

/** Asked by programs, which are answered in JSON. */
export function isForPrograms(path: string): boolean {
  return (
    path.startsWith('/api/') ||
    (path.startsWith('/oauth/') && !path.startsWith(AUTHORIZE_PATH)) ||
    path.startsWith('/callbacks/') ||
    path === BROWSER_LOG_PATH ||
    path === MCP_PATH
  )
}

/** From my page: the page once more, as its sentences say; a file or a step of the login has no page to open. */
function waysOn(path: string): PlainLink[] {
  if (!mypages.has(path)) return [topLink]
  return [{ label: '画面を開き直す', href: path }, topLink]
}

const mypages = new Set<string>(Object.values(pages).filter((page) => !/\.(csv|json)$/.test(page)))
