import { callOf } from '#portal/request.ts'
import { FragmentPage } from '#portal/site/fragment.tsx'
import { fetchPage, loadPage } from '#portal/site/load-page.ts'
import { searchTerminals } from './search-terminals.ts'
import { TerminalSearch } from './terminal-search.tsx'
import type { Route } from './+types/terminal-page.ts'

/** The list of devices confirmed to work (spec 2.1), searched by its query (ours). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const found = await searchTerminals(callOf(context), url.searchParams)
  return { ...loadPage(context, url), found }
}

/** In the app the fragment travels, and the search asks for its own answer. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  return { ...(await fetchPage(url)), found: undefined }
}

export { fragmentMeta as meta, isOtherPage as shouldRevalidate } from '#portal/site/load-page.ts'

export default function TerminalPage({ loaderData }: Route.ComponentProps) {
  return (
    <FragmentPage
      page={loaderData}
      slots={{ 'terminal-search': <TerminalSearch first={loaderData.found} /> }}
    />
  )
}
