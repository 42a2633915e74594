import { FragmentView } from '#portal/site/fragment.tsx'
import { pageMeta } from '#portal/page-setting.ts'
import type { PageHandle } from '#portal/page-setting.ts'
import { fetchPage, isOtherPage, loadPage } from '#portal/site/load-page.ts'
import { useVariant } from '#portal/site/use-variant.ts'
import { TopSimulator } from './top-simulator.tsx'
import type { Route } from './+types/top-page.ts'

export const handle: PageHandle = { page: { isAnnounce: true } }

export function loader({ context, url }: Route.LoaderArgs) {
  return loadPage(context, url)
}

export function clientLoader({ url }: Route.ClientLoaderArgs) {
  return fetchPage(url)
}

export const shouldRevalidate = isOtherPage

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(loaderData) : []
}

export default function TopPage({ loaderData }: Route.ComponentProps) {
  useVariant()
  return (
    <FragmentView
      html={loaderData.html}
      key={loaderData.canonical}
      slots={{ 'top-simulator': <TopSimulator /> }}
    />
  )
}
