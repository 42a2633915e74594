import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { FragmentView } from '#portal/site/fragment.tsx'
import { fetchPage, isOtherPage, loadPage } from '#portal/site/load-page.ts'
import { useVariant } from '#portal/site/use-variant.ts'
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

export const shouldRevalidate = isOtherPage

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(loaderData) : []
}

export default function FeePage({ loaderData }: Route.ComponentProps) {
  useVariant()
  return (
    <FragmentView
      html={loaderData.html}
      key={loaderData.canonical}
      slots={{ 'fee-simulator': <FeeSimulator first={loaderData.simulation} /> }}
    />
  )
}
