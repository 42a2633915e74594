import { Hono } from 'hono'
import { factsOf } from '#server/app.ts'
import { readProfile } from '#backend/holder.ts'
import type { Config } from '#server/config/config.ts'
import type { ServerEnv } from '#server/edge/request-facts.ts'
import { authRoutes } from '#server/session/auth-routes.ts'
import { createCookies } from '#server/session/cookies.ts'
import { antiForgery } from '#protocol/http.ts'
import { startHarness } from '#tests/api/harness.ts'

export const ORIGIN = 'http://localhost:3000'

/** A busy machine may keep a provider of one process for more than the two seconds that a member waits. */
const MOST_TIMES = 5

/** The portal's side of a login, on the harness, with a provider that somebody else wrote. */
export async function startPortal(changes: Partial<Config>) {
  const harness = await startHarness(undefined, changes)
  const { services, database, clock } = harness
  const cookies = createCookies(ORIGIN)
  const app = new Hono<ServerEnv>()
  app.use(async (c, go) => {
    c.set('facts', await factsOf(c.req.raw, services, cookies))
    await go()
  })
  app.route('/', authRoutes(services, cookies))
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0] ?? '')
      .join('; ')

  return {
    harness,
    /** Begins a login. @returns where the browser is sent, and the cookies that it gets */
    async begin(asked: Readonly<Record<string, string>> = {}) {
      const query = new URLSearchParams({ back: '/mypage/top.html', ...asked })
      for (let time = 1; ; time += 1) {
        const answer = await app.request(`${ORIGIN}/auth/login?${query.toString()}`)
        const to = answer.headers.get('location') ?? ''
        if (!to.endsWith('unavailable') || time === MOST_TIMES)
          return { to, cookie: cookieOf(answer) }
      }
    },
    /** The browser comes back. @returns where it is sent, and the session that was opened */
    async finish(callback: URL, cookie: string) {
      const answer = await app.request(callback.href, { headers: { cookie } })
      const cookieAfter = cookieOf(answer)
      const secret = /\bsid=([^;]+)/.exec(cookieAfter)?.[1]
      const session =
        secret === undefined
          ? undefined
          : await services.sessions.find(database.db, secret, clock.now())
      return { to: answer.headers.get('location') ?? '', cookie: cookieAfter, session }
    },
    /** What was read of the person who logged in, as it is kept. */
    async profileOf(session: { subject: string } | undefined) {
      const { account_id: id } = await database.db
        .selectFrom('account')
        .select('account_id')
        .where('subject', '=', session ? session.subject : '')
        .executeTakeFirstOrThrow()
      return readProfile(database.db, services.sealing, id)
    },
    /** @returns where the logout sends the browser */
    async logOut(cookie: string) {
      const token = new RegExp(`\\b${antiForgery.cookie}=([^;]+)`).exec(cookie)?.[1] ?? ''
      const answer = await app.request(`${ORIGIN}/auth/logout`, {
        method: 'POST',
        headers: { cookie, Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' },
        body: new URLSearchParams({ [antiForgery.field]: token }),
      })
      return answer.headers.get('location') ?? ''
    },
    stop: harness.stop,
  }
}
