import { callOf } from '#portal/request.ts'
import { FragmentPage } from '#portal/site/fragment.tsx'
import { fetchPage, loadPage } from '#portal/site/load-page.ts'
import { FeeSimulator } from './fee-simulator.tsx'
import { simulate } from './simulate.ts'
import type { Route } from './+types/fee-page.ts'

/** The fee page with the answer to its query (spec 2.1; the simulator is ours). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const simulation = await simulate(callOf(context), url.searchParams)
  return { ...loadPage(context, url), simulation }
}

/** In the app the fragment travels, and the simulator asks for its own answer. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  return { ...(await fetchPage(url)), simulation: undefined }
}

export { fragmentMeta as meta, isOtherPage as shouldRevalidate } from '#portal/site/load-page.ts'

export default function FeePage({ loaderData }: Route.ComponentProps) {
  return (
    <FragmentPage
      page={loaderData}
      slots={{ 'fee-simulator': <FeeSimulator first={loaderData.simulation} /> }}
    />
  )
}
