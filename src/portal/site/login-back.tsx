import { redirect } from 'react-router'
import { safeBackPath } from '#protocol/back-path.ts'
import type { Route } from './+types/login-back.ts'

const TRUE_BACK_URL = 'true_back_url'

/**
 * The page the login returns to (spec 2.4): goes on to the place named by the cookie, query and all, and forgets it.
 * Done on the server, so that it works without script; only paths of our own are followed.
 */
export function loader({ request }: Route.LoaderArgs) {
  const back = safeBackPath(readBack(request.headers.get('cookie') ?? ''))
  return redirect(back, {
    headers: { 'Set-Cookie': `${TRUE_BACK_URL}=; Path=/; Max-Age=0; SameSite=Lax` },
  })
}

function readBack(cookies: string) {
  const pair = cookies.split(/;\s*/).find((part) => part.startsWith(`${TRUE_BACK_URL}=`))
  try {
    return pair && decodeURIComponent(pair.slice(TRUE_BACK_URL.length + 1))
  } catch {
    return undefined
  }
}
