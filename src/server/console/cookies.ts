import { antiForgery, ownName } from '#protocol/http.ts'
import { cookiesOf } from '../session/cookies.ts'

/** The console's cookies: none has a name that the member web reads for a session. */
export const createConsoleCookies = (origin: string) =>
  cookiesOf(origin, {
    session: ownName('staff', origin),
    antiForgery: ownName(antiForgery.cookie, origin),
    attempt: ownName('staff-login', origin),
  })

export type ConsoleCookies = ReturnType<typeof createConsoleCookies>
