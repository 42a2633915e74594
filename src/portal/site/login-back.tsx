import { redirect } from 'react-router'
import { savedBackPath, TRUE_BACK_URL } from '#protocol/back-path.ts'
import type { Route } from './+types/login-back.ts'

/**
 * The page the login returns to (spec 2.4): goes on to the place named by the cookie, query and all, and forgets it.
 * Done on the server, so that it works without script; only paths of our own are followed.
 */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(savedBackPath(request.headers.get('cookie')), {
    headers: { 'Set-Cookie': `${TRUE_BACK_URL}=; Path=/; Max-Age=0; SameSite=Lax` },
  })
}
