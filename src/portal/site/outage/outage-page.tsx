import { pageContext } from '#portal/context.ts'
import { FragmentPage } from '#portal/site/fragment.tsx'
import { fetchPage, loadPage } from '#portal/site/load-page.ts'
import { OutageBoard } from './outage-board.tsx'
import type { Route } from './+types/outage-page.ts'

/** Outages and maintenance (ours), as the operator enters them. */
export function loader({ context, url }: Route.LoaderArgs) {
  return { ...loadPage(context, url), outages: context.get(pageContext)?.outages() }
}

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  return { ...(await fetchPage(url)), outages: undefined }
}

export { fragmentMeta as meta, isOtherPage as shouldRevalidate } from '#portal/site/load-page.ts'

export default function OutagePage({ loaderData }: Route.ComponentProps) {
  return (
    <FragmentPage
      page={loaderData}
      slots={{ 'outage-board': <OutageBoard first={loaderData.outages} /> }}
    />
  )
}
