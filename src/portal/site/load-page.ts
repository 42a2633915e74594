import { data, type RouterContextProvider, type ShouldRevalidateFunctionArgs } from 'react-router'
import { pageContext } from '#portal/context.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { VIEWS_PATH, canonicalPath, viewFile } from '#portal/site/view-file.ts'
import { MOBILE_BELOW_PX } from '#portal/shell/view-status.ts'

/** Fetches a static page's text as the specification's loader does; undefined when there is none (spec 2.2). */
async function fetchFragment(path: string) {
  const device = document.body.clientWidth < MOBILE_BELOW_PX ? 'mobile' : 'desktop'
  const file = viewFile(path, device)
  const text = file && (await fetchText(VIEWS_PATH + file))
  if (!text) return undefined
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  const lead = body.querySelector('span[data-title]')
  return {
    html: body.innerHTML,
    title: lead?.getAttribute('data-title') ?? '',
    description: lead?.getAttribute('data-description') ?? '',
    date: lead?.getAttribute('data-date') ?? undefined,
  }
}

async function fetchText(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address)
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}

/**
 * The static page of a path, for the loader of any route that shows one. Its text is left for the renderer: it must
 * not travel a second time as loader data.
 * @throws a 404 when there is no such page (spec 2.2).
 */
export function loadPage(context: Readonly<RouterContextProvider>, url: URL) {
  // Not by `pageOf`: its module brings the API client and its schemas into every public page's script.
  const page = context.get(pageContext)
  const fragment = page?.fragment(url.pathname)
  if (!page || !fragment) throw data(null, { status: 404 })
  page.rendered.fragment = fragment.html
  page.rendered.structuredData = fragment.structuredData ?? []
  return {
    title: fragment.title,
    description: fragment.description,
    date: dateOfNotice(url, fragment.date),
    canonical: page.origin + canonicalPath(url.pathname),
    html: undefined,
  }
}

/** In the app only the fragment travels. */
export async function fetchPage(url: URL) {
  const fragment = await fetchFragment(url.pathname)
  if (!fragment) throw data(null, { status: 404 })
  return {
    ...fragment,
    date: dateOfNotice(url, fragment.date),
    canonical: url.origin + canonicalPath(url.pathname),
  }
}

/** Terms have a date too, that of their version: they are no articles. */
function dateOfNotice({ pathname }: URL, date: string | undefined) {
  return pathname.startsWith('/info/') ? date : undefined
}

/** For `meta` of any route that shows one. */
export function fragmentMeta({ loaderData }: { loaderData?: Parameters<typeof pageMeta>[0] }) {
  return loaderData ? pageMeta(loaderData) : []
}

/** Another page, or the same one in its other variant (`useVariant`); not another query or fragment. */
export function isOtherPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href
}
