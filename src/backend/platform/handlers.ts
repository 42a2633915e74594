import type { AreaHandlers } from '#backend/area.ts'
import { signedInOf } from '#backend/caller.ts'
import type { Clock } from '#backend/clock.ts'
import { loginLeftOf } from '#backend/login/login-left.ts'
import type { AnnouncementPort, NavigationPort } from '#backend/ports/navigation.ts'
import { safeBackPath } from '#protocol/back-path.ts'
import { isMypage } from '#vocabulary/pages.ts'

/** Place ids of the announcement bar (spec 7.2): talk 80, my page 79, everywhere else 78. */
function placeIdOf(path: string) {
  if (path.startsWith('/talk')) return 80
  return isMypage(path) ? 79 : 78
}

const SIZE = 3

export function platformHandlers(deps: {
  publicUrl: string
  announceScriptUrl: string
  navigation: NavigationPort
  announcement: AnnouncementPort
  loginClock: Clock
}) {
  return {
    async platformAuthGet(_, { signedIn }) {
      return { mvno_member: Boolean(signedIn?.contractId), dmm_login: Boolean(signedIn) }
    },

    async loginLeftGet(_, caller) {
      return loginLeftOf(signedInOf(caller), deps.loginClock.now())
    },

    // That it was asked has made it last longer: a request is a use of the login (login/sessions.ts).
    async loginLeftPost(_, caller) {
      return loginLeftOf(signedInOf(caller), deps.loginClock.now())
    },

    async platformAuthOpenIdGet({ query }) {
      const back = new URLSearchParams({ back: safeBackPath(query.back) })
      return { authorizeUrl: `${deps.publicUrl}/auth/login?${back}` }
    },

    async platformDmmNaviGet({ query }) {
      return deps.navigation.fetch(query)
    },

    async platformAnnounceGet({ query }) {
      const placeId = placeIdOf(query.path ?? '/')
      const items = await deps.announcement.items(placeId, SIZE)
      return {
        placeId,
        size: SIZE,
        scriptUrl: deps.announceScriptUrl,
        items: items.map(({ to, level, ...item }) => ({
          ...item,
          level: level === 'important' ? ('warning' as const) : ('info' as const),
          ...(to === null ? {} : { to }),
        })),
      }
    },
  } satisfies AreaHandlers
}
