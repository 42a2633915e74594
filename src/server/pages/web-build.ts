import { existsSync, readFileSync, watch } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { matchRoutes, type ServerBuild } from 'react-router'
import { addDays, type TokyoDate } from '#domain/tokyo.ts'
import type { ContentLinks } from '../content/links.ts'
import type { makeContent as MakeContent } from '../content/make-content.ts'
import type { Content } from '../content/manifest.ts'
import {
  isDrawnAt,
  laterPages,
  type LaterTexts,
  openContent,
  type PreparedContent,
} from '../content/prepared.ts'
import type { SearchIndex } from '../content/search-index.ts'
import type { PriceBook } from '../content/figures.ts'
import { contentOfTheDay } from '../content/of-the-day.ts'
import { readSources } from '../content/source.ts'
import type { Middleware } from '../edge/listener.ts'
import { memoize } from '../memoize.ts'
import { toRouteObjects } from './route-objects.ts'
import { serverSources } from './server-sources.ts'
import { StartRefusal } from '#process/start-refusal.ts'

/** What the portal's sources import from packages in the browser. */
const browserPackages = [
  '@sentry/browser',
  'react',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router',
  'react-router/dom',
  'zod',
]

/** The portal as the web server shows it: the built bundles, or in development their sources, always fresh. */
export type WebBuild = {
  /** Every route with its address; a page is drawn by what `load` gives. */
  routes: ServerBuild['routes']
  /** The whole program, or what is loaded first where that can draw the page of a path. */
  load: (path?: string) => Promise<ServerBuild>
  content: Content
  /** The build's files for the browser; none in development, where Vite answers for them. */
  clientFolder?: string
  /** Development only: Vite answers modules and hot updates before anything of ours. */
  middleware?: Middleware
  close: () => Promise<void>
}

/** Where the build leaves the pages of the content, in the checkout; apart lie the texts for developers and what a search looks in. */
export const preparedFile = 'build/content.json'
export const laterTextsFile = 'build/later-texts.json'
export const searchIndexFile = 'build/search-index.json'

/** The pages' program as the build divides it (vite.config.ts): routes that are loaded later are empty until then. */
type Portal = ServerBuild & {
  laterRoutes: ReadonlySet<unknown>
  loadLaterRoutes: () => Promise<void>
}

/** What draws the pages that ask nothing of the API; asked for early, it is loaded while a start waits for its database. */
export async function loadPages(root: string): Promise<Portal> {
  const file = join(root, 'build/serve/portal.js')
  if (!existsSync(file)) throw new StartRefusal('The portal is not built: run npm run build.')
  const portal: Portal = await import(pathToFileURL(file).href)
  return portal
}

/** React Router takes up the routes of a build once: the whole program is another build than its first part. */
function inParts(portal: Portal): WebBuild['load'] {
  const routes = toRouteObjects(portal)
  const isLater = (path: string) => {
    const id = matchRoutes(routes, path)?.at(-1)?.route.id ?? ''
    return portal.laterRoutes.has(portal.routes[id]?.module)
  }
  let isWhole = false
  const whole = memoize(async () => {
    await portal.loadLaterRoutes()
    isWhole = true
    return { ...portal }
  })
  return async (path) => (isWhole || path === undefined || isLater(path) ? whole() : portal)
}

/** Reads what `npm run build` made and writes nothing. @throws StartRefusal when the portal has not been built. */
export async function openBuild(
  root: string,
  links: ContentLinks,
  { today, bookOf }: { today: () => TokyoDate; bookOf: (day: TokyoDate) => PriceBook },
): Promise<WebBuild> {
  const portal = await loadPages(root)
  const prepared: PreparedContent = readJson(root, preparedFile)
  let texts: LaterTexts | undefined
  const inFiles = {
    laterTexts: (): LaterTexts => (texts ??= readJson(root, laterTextsFile)),
    searchIndex: (): SearchIndex => readJson(root, searchIndexFile),
  }
  let make: typeof MakeContent | undefined
  const loadDrawing = async () => {
    make ??= (await import('../content/make-content.ts')).makeContent
  }
  const contentAt = (book: PriceBook): Content => {
    if (isDrawnAt(prepared, book)) return openContent(prepared, links, inFiles)
    if (!make) throw new Error('what draws the pages is not loaded')
    const later = laterPages(prepared, links, inFiles.laterTexts)
    return make([readSources(join(root, 'content'))], { book, links, later })
  }
  // A day may begin before `load` is done: prices of another day than the build's are then drawn at once.
  const soon = [today(), addDays(today(), 1)]
  if (!soon.every((day) => isDrawnAt(prepared, bookOf(day)))) await loadDrawing()
  const load = inParts(portal)
  return {
    routes: portal.routes,
    async load(path) {
      if (path === undefined) await loadDrawing()
      return load(path)
    },
    content: contentOfTheDay(today, contentAt, bookOf),
    clientFolder: join(root, 'build/client'),
    close: async () => undefined,
  }
}

/**
 * Sources through Vite: style and components are swapped in place, a changed text reloads the page. Its socket is on
 * our own server: on a port of its own two checkouts would want the same, and a page would reload before we answer.
 */
export async function openSources(
  root: string,
  links: ContentLinks,
  { today, bookOf }: { today: () => TokyoDate; bookOf: (day: TokyoDate) => PriceBook },
  server: Server,
): Promise<WebBuild> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    // Loaded as it is: a bundled copy of it would count as a change of server code and restart us for ever.
    configLoader: 'native',
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server },
      // The server starts anew for these, and the page waits for it: reloading at once would find nobody.
      watch: {
        ignored: serverSources.map((part) => new RegExp(`/${RegExp.escape(part)}(/|$)`)),
      },
    },
    logLevel: 'warn',
    // Known from the start: one that is found by the first page makes Vite drop the modules that page is loading.
    optimizeDeps: { include: browserPackages },
  })
  const { makeContent } = await import('../content/make-content.ts')
  const { developerFragments } = await import('../developers/developers.ts')
  const forDevelopers = { fragments: developerFragments(), drawings: new Map<string, string>() }
  const freshContent = () => {
    const sources = [readSources(join(root, 'content')), forDevelopers]
    return contentOfTheDay(today, (book) => makeContent(sources, { book, links }), bookOf)
  }
  let content = freshContent()
  const watcher = watch(join(root, 'content'), { recursive: true }, () => {
    try {
      content = freshContent()
      vite.ws.send({ type: 'full-reload' })
    } catch (error) {
      // A text half written: the last good one stays.
      process.stderr.write(`${sentenceOf(error)}\n`)
    }
  })
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build').then(asServerBuild)
  const { routes } = await load()
  return {
    routes,
    load,
    content: {
      get: (path, device) => content.get(path, device),
      paths: () => content.paths(),
      pages: () => content.pages(),
      search: (q) => content.search(q),
    },
    middleware: vite.middlewares,
    close: async () => {
      watcher.close()
      await vite.close()
    },
  }
}

const readJson = (root: string, file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause ? `${error.message}: ${sentenceOf(error.cause)}` : error.message
}

function asServerBuild(module: Record<string, unknown>): ServerBuild {
  if (!isServerBuild(module)) throw new Error('Vite gave no server build')
  return module
}

function isServerBuild(module: object): module is ServerBuild {
  return 'routes' in module && 'entry' in module
}
