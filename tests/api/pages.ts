import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { antiForgery } from '#protocol/http.ts'
import { createPages } from '#server/pages/pages.ts'
import { buildPortal } from '../../tools/setup/build.ts'
import { root } from '../../tools/setup/root.ts'
import { openBrowser } from '../browser-without-script.ts'
import { appOver } from './app.ts'
import type { Harness } from './harness.ts'

type Member = { readonly secret: string; readonly token: string }

/** The built application over the harness's API and database. */
export async function openBuild({ services }: Harness) {
  await buildPortal(root, () => undefined)
  const build: ServerBuild = await import(pathToFileURL(join(root, 'build/serve/portal.js')).href)
  const app = appOver(services, {
    pages: createPages({
      services,
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
  const { origin } = new URL(harness.services.config.PUBLIC_URL)
  const send = async (url: URL, init: RequestInit) => app.request(url, init)
  const isFollowed = (url: URL) => url.origin === origin && !url.pathname.startsWith('/auth/')

  /** A browser with the member's session; without one, a visitor's. */
  return (member?: Member) =>
    openBrowser({
      origin,
      send,
      isFollowed,
      cookies: member ? { sid: member.secret, [antiForgery.cookie]: member.token } : {},
    })
}
