import { data, redirect } from 'react-router'
import { canonicalPath } from '#portal/site/view-file.ts'
import type { Route } from './+types/redirects.ts'

/** Old addresses (spec 2.1), and folders whose first page has another name; all 302. */
const targets: Readonly<Record<string, string>> = {
  '/-': '/info/notice190723.html',
  '/en': '/info/notice190723.html',
  '/pv': '/info/notice190723.html',
  '/questionnaire': '/',
  '/talk': '/talk/top.html',
  '/agreement': '/terms',
  '/app': '/app/tool.html',
}

/** Routes match in any case of letters, so the look-up does too. */
export function loader({ url }: Route.LoaderArgs) {
  const path = url.pathname.toLowerCase()
  // The static file behind a page with a form would show the page without it.
  if (path.endsWith('/index.html')) return redirect(canonicalPath(path) + url.search, 301)
  const target = targets[path.replace(/\/$/, '')]
  if (target === undefined) throw data(null, { status: 404 })
  return redirect(target, 302)
}
