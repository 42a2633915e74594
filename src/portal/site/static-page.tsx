import { useEffect } from 'react'
import { pageContext } from '#portal/context.ts'
import type { PageHandle } from '#portal/page-setting.ts'
import { FragmentPage } from '#portal/site/fragment.tsx'
import { fetchPage, loadPage } from '#portal/site/load-page.ts'
import { OutagesNow } from './outage/outages-now.tsx'
import type { Route } from './+types/static-page.ts'

/** The announcement bar is shown where visitors arrive: the notices, support, and the talk service's top (and the top page). */
const announcing = new Set(['/info', '/support', '/talk/top.html'])

const withBoard = new Set([...announcing, '/developers/status.html'])

export const handle: PageHandle = { page: (path) => ({ isAnnounce: announcing.has(path) }) }

/** Any path without a route of its own shows a static file, or the not-found page with status 404 (spec 2.2). */
export function loader({ context, url }: Route.LoaderArgs) {
  const page = loadPage(context, url)
  const isBoardShown = withBoard.has(url.pathname)
  return { ...page, outages: isBoardShown ? context.get(pageContext)?.outages() : undefined }
}

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  return { ...(await fetchPage(url)), outages: undefined }
}

export { fragmentMeta as meta, isOtherPage as shouldRevalidate } from '#portal/site/load-page.ts'

export default function StaticPage({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    if (document.querySelector('.try'))
      void import('#portal/developers/try-call.ts').then(({ startTrying }) => startTrying())
  }, [loaderData])
  return (
    <FragmentPage
      page={loaderData}
      slots={{ 'outages-now': <OutagesNow first={loaderData.outages} /> }}
    />
  )
}
