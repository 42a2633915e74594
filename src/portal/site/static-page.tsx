import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { FragmentView } from '#portal/site/fragment.tsx'
import { fetchFragment } from '#portal/site/fetch-fragment.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import type { Route } from './+types/static-page.ts'

/** Any path without a route of its own shows a static file, or the not-found page with status 404 (spec 2.2). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageOf(context)
  const fragment = page.fragment(url.pathname)
  if (!fragment) throw data(null, { status: 404 })
  page.rendered.fragment = fragment.html
  return {
    title: fragment.title,
    description: fragment.description,
    canonical: page.origin + url.pathname,
    html: undefined,
  }
}

/** In the app only the fragment travels. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const fragment = await fetchFragment(url.pathname)
  if (!fragment) throw data(null, { status: 404 })
  return { ...fragment, canonical: url.origin + url.pathname }
}

export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(loaderData) : []
}

export default function StaticPage({ loaderData }: Route.ComponentProps) {
  return <FragmentView html={loaderData.html} key={loaderData.canonical} />
}
