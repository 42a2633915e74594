import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import { openReads } from '#backend/db/memoized-reads.ts'
import type { RequestFacts } from '#backend/wire.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import type { PageContext } from '#portal/context.ts'
import { traceKeyHeader } from '#protocol/http.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { askerOf } from '../edge/asker.ts'
import {
  contextKeyOf,
  forwarded,
  handlerOfBuild,
  named,
  reportPageError,
} from '../pages/rendering.ts'
import type { ConsoleServices } from './services.ts'

/** The pages' program and its files for the browser, as `npm run build` left them. @throws StartRefusal */
export async function openConsoleBuild(root: string) {
  const file = join(root, 'build/serve/console.js')
  if (!existsSync(file))
    throw new StartRefusal("The staff's console is not built: run npm run build.")
  const build: ServerBuild = await import(pathToFileURL(file).href)
  return { build, clientFolder: join(root, 'build/console/client') }
}

export type ConsolePages = ReturnType<typeof createConsolePages>

/** Lets the console's loaders and actions reach its API in process, with the person's own cookies and trace key. */
export function createConsolePages(services: ConsoleServices, build: ServerBuild) {
  const handle = handlerOfBuild('production')(build)
  const key = contextKeyOf(build)
  return {
    async render(request: Request, facts: RequestFacts, nonce: string): Promise<Response> {
      const context = contextOf(services, request, facts, nonce)
      const response = await handle(request, new RouterContextProvider(new Map([[key, context]])))
      response.headers.set(traceKeyHeader, facts.traceKey)
      return response
    },
  }
}

/** The opened record whose page of the member's is asked for (`/c/…/mypage/…`): what it asks and sends is on behalf. */
const grantOfPage = (address: string) =>
  /^\/c\/([^/]+)\/mypage(?:[/.]|$)/.exec(new URL(address).pathname)?.[1]

/** The portal's way of asking and of forms; what only members' pages have around them is empty here. */
function contextOf(
  services: ConsoleServices,
  request: Request,
  facts: RequestFacts,
  nonce: string,
): PageContext {
  const { config, portal, forgery, askApi, askBehalf, database, limiter } = services
  const grantId = grantOfPage(request.url)
  const asking = { ...facts, grantId, reads: openReads(database) }
  const own = forwarded(request, facts)
  const token = (scope?: string) =>
    facts.staff ? forgery.tokenFor(facts.staff.sessionHash, scope) : ''
  return {
    fetch(path, init) {
      const ask = grantId === undefined || path.startsWith('/api/console/') ? askApi : askBehalf
      return ask(path, { ...init, headers: { ...named(init.headers), ...own } }, asking)
    },
    countFile: async () => (await limiter.take('files', askerOf(facts))) === undefined,
    device: 'desktop',
    auth: { mvno_member: false, dmm_login: false },
    loginLeft: undefined,
    xsrfToken: token(grantId),
    frameToken: token(),
    traceKey: facts.traceKey,
    origin: config.CONSOLE_URL,
    madeAt: facts.now.toString(),
    today: toTokyoDate(facts.now),
    // The desk's computer keeps nothing.
    hasWorker: false,
    familyRole: undefined,
    navigation: { head: '', header: '', footer: '', mainContents: '' },
    fragment: () => undefined,
    search: () => [],
    outages: () => ({ status: undefined, isCurrent: false }),
    links: {
      faq: portal.FAQ_URL,
      inquiry: portal.INQUIRY_URL,
      talkFaq: portal.TALK_FAQ_URL,
      talkSite: portal.TALK_SITE_URL,
      cardUpdate: portal.CARD_UPDATE_URL,
      pointsPartner: portal.POINTS_PARTNER_URL,
    },
    announce: undefined,
    errorReporting: undefined,
    nonce,
    reportError: (err) => reportPageError(services, facts, err),
    rendered: { fragment: undefined, structuredData: [] },
  }
}
