import { antiForgery } from '#protocol/http.ts'
import { createPages } from '#server/pages/pages.ts'
import { loadPages } from '#server/pages/web-build.ts'
import { buildPortal } from '../../tools/setup/build.ts'
import { root } from '../../tools/setup/root.ts'
import { openBrowser } from '../browser-without-script.ts'
import { appOver } from './app.ts'
import type { Harness } from './harness.ts'

type Member = { readonly secret: string; readonly token: string }

/** The built application over the harness's API and database. */
export async function openBuild({ services }: Harness) {
  await buildPortal(root, () => undefined)
  const build = await loadPages(root)
  await build.loadLaterRoutes()
  const app = appOver(services, {
    pages: createPages({
      services,
      behind: async () => services,
      content: { get: () => undefined, paths: () => [], pages: () => [], search: () => [] },
      outages: () => ({ status: undefined, isCurrent: false }),
      loadBuild: async () => build,
      mode: 'production',
    }),
  })
  return { app, build }
}

/** The pages as the built server gives them to a browser without script, over the harness's API and database. */
export async function openPages(harness: Harness) {
  const { app } = await openBuild(harness)
  return pagesOver(harness, app)
}

/** The same where the built application is at hand. */
export function pagesOver(harness: Harness, app: ReturnType<typeof appOver>) {
  const { origin } = new URL(harness.services.config.PUBLIC_URL)
  const send = async (url: URL, init: RequestInit) => app.request(url, init)
  const isFollowed = (url: URL) => url.origin === origin && !url.pathname.startsWith('/auth/')

  /** A browser with the member's session; without one, a visitor's. It may have cookies from before. */
  return (member?: Member, before = '') =>
    openBrowser({
      origin,
      send,
      isFollowed,
      cookies: {
        ...cookiesOf(before),
        ...(member ? { sid: member.secret, [antiForgery.cookie]: member.token } : {}),
      },
    })
}

/** A `Cookie` header as names and values. */
const cookiesOf = (header: string) =>
  Object.fromEntries(
    header === '' ? [] : header.split('; ').map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  )
