import {
  RouterContextProvider,
  createRequestHandler,
  isRouteErrorResponse,
  type RequestHandler,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import { openReads } from '#backend/db/read-once.ts'
import type { RequestFacts } from '#backend/wire.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import { traceKeyHeader } from '#protocol/http.ts'
import type { PageContext } from '#portal/context.ts'
import type { Content } from '../content/manifest.ts'
import { priceBook } from '../content/price-book.ts'
import { structuredData } from '../content/structured-data.ts'
import { deviceOf } from './device.ts'
import type { RenderedPage } from './page-cache.ts'
import { withText } from '../edge/compression.ts'
import { askerOf } from '../edge/request-limiter.ts'
import type { Foundation } from '../foundation.ts'
import type { Services } from '../services.ts'

type Auth = PageContext['auth']

/** A page for one visitor, whose scripts carry a nonce, or one that everybody of an auth class is shown. */
export type RenderFor = { nonce: string } | { shared: Auth }

export type Pages = {
  render: (request: Request, facts: RequestFacts, who: RenderFor) => Promise<RenderedPage>
}

export function authOf(authClass: string | undefined): Auth {
  return { mvno_member: authClass === 'member', dmm_login: authClass !== 'visitor' }
}

/** Lets the portal's loaders reach the member API in process, with the visitor's own cookies and trace key. */
export function createPages(deps: {
  services: Pick<Foundation, 'config' | 'database' | 'forgery' | 'navigation' | 'book' | 'log'>
  /** What loaders and actions ask; a page that asks nothing is drawn before it is there. */
  behind: () => Promise<Pick<Services, 'askApi' | 'limiter'>>
  content: Content
  outages: PageContext['outages']
  loadBuild: (path: string) => Promise<ServerBuild>
  mode: 'production' | 'development'
}): Pages {
  const { services, content, mode } = deps
  const handlerOf = handlerOfBuild(mode)

  async function pageContextOf(request: Request, facts: RequestFacts, who: RenderFor) {
    const { config, forgery } = services
    const nonce = 'nonce' in who ? who.nonce : undefined
    const device = deviceOf(request.headers)
    const auth =
      'shared' in who
        ? who.shared
        : {
            mvno_member: Boolean(facts.signedIn?.contractId),
            dmm_login: Boolean(facts.signedIn),
          }
    const navigation = await services.navigation.fetch({
      is_sp: device === 'mobile',
      ...auth,
      back_path: new URL(request.url).pathname,
    })
    const asking = { ...facts, reads: openReads(services.database) }
    const told: Told = {}
    const visitors = forwarded(request, facts)
    const context: PageContext = {
      fetch: async (path, init) => {
        const headers = { ...named(init.headers), ...visitors }
        const { askApi } = await deps.behind()
        const answer = await askApi(path, { ...init, headers }, asking)
        if (answer.status === TOO_MANY) told.retryAfter = answer.headers.get('retry-after') ?? ''
        return answer
      },
      countFile: async () => {
        const { limiter } = await deps.behind()
        const seconds = await limiter.take('files', askerOf(facts))
        if (seconds !== undefined) told.retryAfter = String(seconds)
        return seconds === undefined
      },
      device,
      auth,
      // A cached page is everybody's: it carries neither a token nor a trace key.
      xsrfToken: facts.signedIn && nonce ? forgery.tokenFor(facts.signedIn.sessionHash) : '',
      traceKey: nonce ? facts.traceKey : '',
      origin: config.PUBLIC_URL,
      today: toTokyoDate(facts.now),
      navigation: {
        head: navigation.head,
        header: navigation.header,
        footer: navigation.footer,
        mainContents: navigation.main_contents,
      },
      fragment: (path) => {
        const found = content.get(path, device)
        if (!found) return undefined
        const book = priceBook(toTokyoDate(facts.now), services.book)
        return { ...found, structuredData: structuredData(found, config.PUBLIC_URL, book) }
      },
      search: (q) => content.search(q),
      outages: deps.outages,
      links: {
        faq: config.FAQ_URL,
        inquiry: config.INQUIRY_URL,
        talkFaq: config.TALK_FAQ_URL,
        talkSite: config.TALK_SITE_URL,
        cardUpdate: config.CARD_UPDATE_URL,
        pointsPartner: config.POINTS_PARTNER_URL,
      },
      announce: { scriptUrl: config.ANNOUNCE_SCRIPT_URL },
      errorReporting:
        config.ERROR_REPORT_DSN || config.LOG_POST_URL
          ? { dsn: config.ERROR_REPORT_DSN ?? '', logUrl: config.LOG_POST_URL ?? '' }
          : undefined,
      nonce,
      reportError(err) {
        // A page that is not there and a method that is not taken are the visitor's answer, not our fault.
        if (isRouteErrorResponse(err) && err.status < 500) return
        services.log.error({ err, traceKey: facts.traceKey }, 'page failed')
      },
      rendered: { fragment: undefined, structuredData: [] },
    }
    return { context, told, isWhole: !navigation.isMissing }
  }

  return {
    async render(request, facts, who) {
      const build = await deps.loadBuild(new URL(request.url).pathname)
      const { context, told, isWhole } = await pageContextOf(request, facts, who)
      const provider = new RouterContextProvider(new Map([[contextKeyOf(build), context]]))
      const answer = await handlerOf(build)(request, provider)
      const { document } = context.rendered
      const response = document === undefined ? answer : withText(document, answer)
      response.headers.set(traceKeyHeader, facts.traceKey)
      if (response.status === TOO_MANY && told.retryAfter)
        response.headers.set('Retry-After', told.retryAfter)
      return { response, isWhole }
    },
  }
}

/** React Router ranks and compiles every route when it is given a build: once a build, not once a page. */
function handlerOfBuild(mode: 'production' | 'development') {
  let last: { build: ServerBuild; handle: RequestHandler } | undefined
  return (build: ServerBuild): RequestHandler => {
    if (last?.build !== build) last = { build, handle: createRequestHandler(build, mode) }
    return last.handle
  }
}

const TOO_MANY = errors.TOO_MANY_REQUESTS.httpStatus
/** What the page's own questions were answered that its answer has to pass on. */
type Told = { retryAfter?: string }

type ContextKey = RouterContext<PageContext | null>

/** The key lives in the build: a second import of its module would be a second key. */
function contextKeyOf(build: ServerBuild): ContextKey {
  const entry: object = build.entry.module
  if (!exportsPageContext(entry)) throw new Error('the build exports no page context')
  return entry.pageContext
}

function exportsPageContext(entry: object): entry is { pageContext: ContextKey } {
  return 'pageContext' in entry
}

const passedOn = ['cookie', 'origin', 'sec-fetch-site', 'user-agent']

/** The visitor's own headers, and our trace key, in small letters. */
function forwarded({ headers }: Request, facts: RequestFacts): Record<string, string> {
  const own = passedOn.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(own), [traceKeyHeader.toLowerCase()]: facts.traceKey }
}

const named = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
