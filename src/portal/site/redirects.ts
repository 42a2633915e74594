import { redirect } from 'react-router'
import type { Route } from './+types/redirects.ts'

/** Old addresses (spec 2.1), all 302. */
const targets: Record<string, string> = {
  '/-': '/info/notice190723.html',
  '/en': '/info/notice190723.html',
  '/pv': '/info/notice190723.html',
  '/questionnaire': '/',
}

export function loader({ url }: Route.LoaderArgs) {
  return redirect(targets[url.pathname.replace(/\/$/, '')] ?? '/', 302)
}
