import { antiForgery } from '#protocol/http.ts'
import { createConsoleApp } from '#server/console/app.ts'
import { createConsoleCookies } from '#server/console/cookies.ts'
import { createConsolePages, openConsoleBuild } from '#server/console/pages.ts'
import { buildPortal } from '../../tools/setup/build.ts'
import { root } from '../../tools/setup/root.ts'
import { openBrowser } from '../browser-without-script.ts'
import type { Harness } from './harness.ts'
import { noOrigins } from './no-origins.ts'
import { CONSOLE_URL } from './staff.ts'

/** The console's pages as the built server gives them to a browser without script, over the harness's database. */
export async function openDeskPages({ console }: Harness) {
  await buildPortal(root, () => undefined)
  const { build } = await openConsoleBuild(root)
  const app = createConsoleApp({
    services: console,
    cookies: createConsoleCookies(CONSOLE_URL),
    origins: noOrigins,
    pages: createConsolePages(console, build),
    health: async () => new Response('ok'),
    ready: async () => new Response('ok'),
  })

  /** Somebody of the demo's staff, logged in now with a second factor. */
  return async (loginId: string) => {
    const { secret, token } = await console.signIn(loginId)
    return openBrowser({
      origin: CONSOLE_URL,
      send: async (url, init) => app.request(url, init),
      isFollowed: ({ origin, pathname }) =>
        origin === CONSOLE_URL && !pathname.startsWith('/auth/'),
      cookies: { staff: secret, [antiForgery.cookie]: token },
    })
  }
}
