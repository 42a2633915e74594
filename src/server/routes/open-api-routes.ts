import { Hono, type Context } from 'hono'
import { RefusalError, toWireRefusal } from '#backend/refusal.ts'
import { overHttp, type WireResponse } from '#backend/wire.ts'
import { startOfDay, tokyoDate } from '#domain/tokyo.ts'
import { withTrailingSlash } from '#protocol/conventions.ts'
import type { Api, Endpoint } from '#protocol/endpoint.ts'
import { failureBody, failureIn, successBody } from '#protocol/envelope.ts'
import { api } from '#protocol/index.ts'
import { MCP_PATH, OPEN_API_PATH, SAMPLE_KEY, type AccessScope } from '#vocabulary/connection.ts'
import { developerPages } from '#vocabulary/site-pages.ts'
import type { CallCounter } from '../edge/call-counter.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import type { Services } from '../services.ts'
import { admitProgram, bearerIn, challengeOf, fromEverywhere, toProblem } from './programs.ts'

/**
 * Programs that members have let in: the operations of the wire below `/api/v1`, by `Authorization: Bearer` and nothing else.
 * Any page of any site may call here, since no cookie is looked at (docs/decisions/119).
 * @param endpoints what is known of the operations that programs call
 */
export function openApiRoutes(services: Services, counter: CallCounter, endpoints: Api = api) {
  const operations = new Map<string, Endpoint>(
    Object.values(endpoints).map((one) => [`${one.method} ${withTrailingSlash(one.path)}`, one]),
  )
  const app = new Hono<ServerEnv>()
  app.use(`${OPEN_API_PATH}/*`, fromEverywhere)
  app.all(`${OPEN_API_PATH}/*`, async (c) => {
    const { PUBLIC_URL } = services.config
    const path = `/api${c.req.path.slice(OPEN_API_PATH.length)}`
    const operation = operations.get(`${c.req.method} ${withTrailingSlash(path)}`)
    const response = await answer(c, services, counter, operation?.scope)
    const deprecation = operation === undefined ? {} : deprecationHeaders(operation, PUBLIC_URL)
    return toProblem({ ...response, headers: { ...response.headers, ...deprecation } }, PUBLIC_URL)
  })
  return app
}

async function answer(
  c: Context<ServerEnv>,
  services: Services,
  counter: CallCounter,
  /** Of the operation that is asked. */
  scope: AccessScope | undefined,
): Promise<WireResponse> {
  const program = await admitProgram(c, services, counter)
  if ('refused' in program)
    return isOfSample(c, program.refused)
      ? answerSample(c, program.refused, services.config.PUBLIC_URL)
      : program.refused
  const asked = overHttp(c.req.raw, program.facts)
  const path = `/api${asked.path.slice(OPEN_API_PATH.length)}`
  const response = await services.answerTo({ ...asked, path })
  if (scope !== undefined && program.scopes.includes(scope)) await program.note(scope)
  const isBeyond = failureIn(response.body)?.code === 'SCOPE_MISSING'
  return {
    ...response,
    headers: {
      ...response.headers,
      ...program.headers,
      ...(isBeyond && { 'WWW-Authenticate': challengeOf('insufficient_scope', { scope }) }),
    },
  }
}

/** Everybody's key is nobody's: what looked for it among members' has found none, and has counted the call. */
const isOfSample = (c: Context<ServerEnv>, { body }: WireResponse) =>
  failureIn(body)?.code === 'KEY_NOT_VALID' &&
  bearerIn(c.req.header('authorization')) === SAMPLE_KEY

/** Answers of the sample member (docs/decisions/123): out of a file, whoever asks. */
async function answerSample(
  c: Context<ServerEnv>,
  refused: WireResponse,
  publicUrl: string,
): Promise<WireResponse> {
  const { 'WWW-Authenticate': _, ...headers } = refused.headers
  const asked = overHttp(c.req.raw, c.get('facts'))
  const path = `/api${asked.path.slice(OPEN_API_PATH.length)}`
  const { answerOfSample } = await import('../developers/sandbox.ts')
  try {
    const result = await answerOfSample({ ...asked, path }, publicUrl)
    return { status: 200, headers, body: successBody(result) }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    const { httpStatus: status, body } = failureBody(error.code, toWireRefusal(error.refusal))
    return { status, headers, body }
  }
}

/** Says on every answer of an operation that it goes away, from when this is known and until when it answers (RFC 9745, RFC 8594); nothing of one that stays. */
function deprecationHeaders(
  { deprecated }: Pick<Endpoint, 'deprecated'>,
  publicUrl: string,
): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {}
  const [announced, end] = [deprecated.announcedOn, deprecated.endsOn].map(
    (date) => startOfDay(tokyoDate(date)).epochMilliseconds,
  )
  const changes = `<${publicUrl}${developerPages.changes}>`
  return {
    Deprecation: `@${Number(announced) / 1000}`,
    Sunset: new Date(Number(end)).toUTCString(),
    Link: ['deprecation', 'sunset']
      .map((rel) => `${changes}; rel="${rel}"; type="text/html"`)
      .join(', '),
  }
}

/** Agents that members have let in: the tools of `../mcp`, by the same tokens and counted with the same calls. */
export function mcpRoutes(services: Services, counter: CallCounter) {
  const app = new Hono<ServerEnv>()
  app.use(MCP_PATH, fromEverywhere)
  app.all(MCP_PATH, async (c) => {
    const program = await admitProgram(c, services, counter)
    if ('refused' in program) return toProblem(program.refused, services.config.PUBLIC_URL)
    const { answerAgent } = await import('../mcp/answer-agent.ts')
    const answer = await answerAgent(c.req.raw, program, services)
    for (const [name, value] of Object.entries(program.headers)) answer.headers.set(name, value)
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  })
  return app
}
