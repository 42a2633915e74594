/** A step of the line above the page; the last one is the page itself. */
export type Crumb = { readonly href?: string; readonly label: string }

/** A route's `handle`: where it stands. What only its data names comes by its `crumb` in the loader's answer. */
export type ConsoleHandle = { readonly crumbs: readonly Crumb[] }

type Match = { readonly handle: unknown; readonly loaderData?: unknown }

export function crumbsOf(matches: readonly Match[]): readonly Crumb[] {
  return matches.flatMap(({ handle, loaderData }) => [
    ...(hasCrumbs(handle) ? handle.crumbs : []),
    ...(hasCrumb(loaderData) ? [loaderData.crumb] : []),
  ])
}

const hasCrumbs = (handle: unknown): handle is ConsoleHandle =>
  typeof handle === 'object' && handle !== null && 'crumbs' in handle

const hasCrumb = (data: unknown): data is { crumb: Crumb } =>
  typeof data === 'object' && data !== null && 'crumb' in data && data.crumb !== undefined

/** The title in the browser's tab. */
export const consoleMeta = (title: string) => () => [
  { title: `${title}｜業務コンソール` },
  { name: 'robots', content: 'noindex' },
]
