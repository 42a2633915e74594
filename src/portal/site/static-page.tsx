import { useEffect, useRef } from 'react'
import { data, useRevalidator, type ShouldRevalidateFunctionArgs } from 'react-router'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { useViewStatus } from '#portal/shell/view-status.ts'
import { fetchFragment } from '#portal/site/fetch-fragment.ts'
import { FragmentView } from '#portal/site/fragment.tsx'
import { canonicalPath } from '#portal/site/view-file.ts'
import type { Route } from './+types/static-page.ts'

/** The announcement bar stands where one arrives: the top page, the notices, support, and the talk service's top. */
const announcing = new Set(['/', '/info', '/support', '/talk/top.html'])

export const handle: PageHandle = { page: (path) => ({ isAnnounce: announcing.has(path) }) }

/** Any path without a route of its own shows a static file, or the not-found page with status 404 (spec 2.2). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageOf(context)
  const fragment = page.fragment(url.pathname)
  if (!fragment) throw data(null, { status: 404 })
  page.rendered.fragment = fragment.html
  return {
    title: fragment.title,
    description: fragment.description,
    canonical: page.origin + canonicalPath(url.pathname),
    html: undefined,
  }
}

/** In the app only the fragment travels. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const fragment = await fetchFragment(url.pathname)
  if (!fragment) throw data(null, { status: 404 })
  return { ...fragment, canonical: url.origin + canonicalPath(url.pathname) }
}

/** Another page, or the same one in its other variant (`useVariant`); not another query or fragment. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(loaderData) : []
}

export default function StaticPage({ loaderData }: Route.ComponentProps) {
  useVariant()
  return <FragmentView html={loaderData.html} key={loaderData.canonical} />
}

/** Loads the page's other variant when the view has become a phone's, or is one no longer. */
function useVariant() {
  const { isMobile } = useViewStatus()
  const { revalidate } = useRevalidator()
  const shown = useRef(isMobile)
  useEffect(() => {
    if (shown.current === isMobile) return
    shown.current = isMobile
    void revalidate()
  }, [isMobile, revalidate])
}
