import { RouterContextProvider, type ServerBuild } from 'react-router'
import { openReads } from '#backend/db/memoized-reads.ts'
import type { RequestFacts } from '#backend/wire.ts'
import { loginLeftOf } from '#backend/login/login-left.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import { traceKeyHeader } from '#protocol/http.ts'
import type { PageContext } from '#portal/context.ts'
import type { Content } from '../content/manifest.ts'
import type { PriceBook } from '../content/figures.ts'
import { priceBooks } from '../content/price-book.ts'
import { structuredData } from '../content/structured-data.ts'
import { deviceOf } from './device.ts'
import type { RenderedPage } from './page-cache.ts'
import { contextKeyOf, forwarded, handlerOfBuild, named, reportPageError } from './rendering.ts'
import { withText } from '../edge/compression.ts'
import { askerOf } from '../edge/asker.ts'
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

type PagesDeps = {
  services: Pick<
    Foundation,
    'config' | 'database' | 'forgery' | 'loginClock' | 'navigation' | 'book' | 'log'
  >
  /** What loaders and actions ask; a page that asks nothing is drawn before it is there. */
  behind: () => Promise<Pick<Services, 'askApi' | 'limiter'>>
  content: Content
  outages: PageContext['outages']
  loadBuild: (path: string) => Promise<ServerBuild>
  mode: 'production' | 'development'
}

/** Lets the portal's loaders reach the member API in process, with the visitor's own cookies and trace key. */
export function createPages(deps: PagesDeps): Pages {
  const handlerOf = handlerOfBuild(deps.mode)
  const settings = settingsOf(deps.services.config)
  const bookOn = priceBooks(deps.services.book)
  return {
    async render(request, facts, who) {
      const build = await deps.loadBuild(new URL(request.url).pathname)
      const passedOn: PassedOn = {}
      const { navigation, ...shown } = await shownTo(deps.services, request, facts, who)
      const context: PageContext = {
        ...settings,
        ...shown,
        ...askingOf(deps, request, facts, passedOn),
        ...contentFor(deps, shown.device, bookOn(shown.today)),
        outages: deps.outages,
        navigation: {
          head: navigation.head,
          header: navigation.header,
          footer: navigation.footer,
          mainContents: navigation.main_contents,
        },
        reportError: (err) => reportPageError(deps.services, facts, err),
        rendered: { fragment: undefined, structuredData: [] },
      }
      const provider = new RouterContextProvider(new Map([[contextKeyOf(build), context]]))
      const answer = await handlerOf(build)(request, provider)
      const { document } = context.rendered
      const response = document === undefined ? answer : withText(document, answer)
      response.headers.set(traceKeyHeader, facts.traceKey)
      if (response.status === TOO_MANY && passedOn.retryAfter)
        response.headers.set('Retry-After', passedOn.retryAfter)
      return { response, isWhole: !navigation.isMissing }
    },
  }
}

/** What is the same for every page. */
const settingsOf = (config: Foundation['config']) => ({
  origin: config.PUBLIC_URL,
  links: {
    faq: config.FAQ_URL,
    inquiry: config.INQUIRY_URL,
    talkFaq: config.TALK_FAQ_URL,
    talkSite: config.TALK_SITE_URL,
    cardUpdate: config.CARD_UPDATE_URL,
    pointsPartner: config.POINTS_PARTNER_URL,
  },
  announce: { scriptUrl: config.ANNOUNCE_SCRIPT_URL },
  hasWorker: config.APP_WORKER === 'on',
  errorReporting:
    config.ERROR_REPORT_DSN || config.LOG_POST_URL
      ? { dsn: config.ERROR_REPORT_DSN ?? '', logUrl: config.LOG_POST_URL ?? '' }
      : undefined,
})

/** Who is shown the page, on which device, when, and what the provider puts around it. */
async function shownTo(
  services: PagesDeps['services'],
  request: Request,
  facts: RequestFacts,
  who: RenderFor,
) {
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
  return {
    device,
    auth,
    familyRole: nonce ? facts.signedIn?.place?.role : undefined,
    nonce,
    // A cached page is everybody's: it carries neither a token nor a trace key.
    xsrfToken: facts.signedIn && nonce ? services.forgery.tokenFor(facts.signedIn.sessionHash) : '',
    traceKey: nonce ? facts.traceKey : '',
    loginLeft:
      facts.signedIn && nonce ? loginLeftOf(facts.signedIn, services.loginClock.now()) : undefined,
    madeAt: facts.now.toString(),
    today: toTokyoDate(facts.now),
    navigation,
  }
}

/** How loaders and actions ask the API, each read once a page, and count what a page hands out. */
function askingOf(deps: PagesDeps, request: Request, facts: RequestFacts, passedOn: PassedOn) {
  const asking = { ...facts, reads: openReads(deps.services.database) }
  const visitors = forwarded(request, facts)
  return {
    fetch: async (...[path, init]: Parameters<PageContext['fetch']>) => {
      const headers = { ...named(init.headers), ...visitors }
      const { askApi } = await deps.behind()
      const answer = await askApi(path, { ...init, headers }, asking)
      if (answer.status === TOO_MANY) passedOn.retryAfter = answer.headers.get('retry-after') ?? ''
      return answer
    },
    countFile: async () => {
      const { limiter } = await deps.behind()
      const seconds = await limiter.take('files', askerOf(facts))
      if (seconds !== undefined) passedOn.retryAfter = String(seconds)
      return seconds === undefined
    },
  }
}

function contentFor(
  { services, content }: PagesDeps,
  device: PageContext['device'],
  book: PriceBook,
): Pick<PageContext, 'fragment' | 'search'> {
  return {
    fragment: (path) => {
      const found = content.get(path, device)
      if (!found) return undefined
      const data = structuredData(found, services.config.PUBLIC_URL, book)
      return { ...found, structuredData: data }
    },
    search: (q) => content.search(q),
  }
}

const TOO_MANY = errors.TOO_MANY_REQUESTS.httpStatus
/** What the API answered the page that the page's own answer has to repeat. */
type PassedOn = { retryAfter?: string }
