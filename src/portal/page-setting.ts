import { pages } from '#vocabulary/pages.ts'
import { brand } from '#brand'
import type { MetaDescriptor } from 'react-router'

/** What a page says about itself (spec 3, Page setting), with the specification's defaults. */
export type PageSetting = {
  title: string
  metaDescription: string
  canonical: string
  ogDescription: string
  isMvnoHeader: boolean
  isMvnoFooter: boolean
  isAnnounce: boolean
  isDmmHeader: boolean
  isDmmFooter: boolean
}

export type PageFlags = Pick<
  PageSetting,
  'isMvnoHeader' | 'isMvnoFooter' | 'isAnnounce' | 'isDmmHeader' | 'isDmmFooter'
>

export const defaultFlags: PageFlags = {
  isMvnoHeader: true,
  isMvnoFooter: true,
  isAnnounce: false,
  isDmmHeader: true,
  isDmmFooter: true,
}

/** A route's `handle`: only what differs from the defaults; by path for the route that serves many pages. */
export type PageHandle = { page: Partial<PageFlags> | ((path: string) => Partial<PageFlags>) }

/** The settings of the matched routes, the inner ones over the outer. */
export function flagsOf(handles: readonly unknown[], path: string): PageFlags {
  const flags = handles.filter(isPageHandle).reduce((outer, { page }) => {
    const own = typeof page === 'function' ? page(path) : page
    return { ...outer, ...own }
  }, defaultFlags)
  // Spec 2.7: forced on, whatever the page says.
  return path === pages.planSize ? { ...flags, isMvnoHeader: true } : flags
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'page' in handle
}

/** The head of a member's page with one title: search engines do not list it. */
export const mypageMeta = (title: string) => () => pageMeta({ title, noindex: true })

/** Title and descriptions of a page: the page first, the brand last. */
export function pageMeta(page: {
  title: string
  description?: string
  canonical?: string
  /** The day of a notice: it is shared as an article. */
  date?: string | undefined
  noindex?: boolean
}): MetaDescriptor[] {
  const title = page.title === brand.service ? page.title : `${page.title}｜${brand.service}`
  const meta: MetaDescriptor[] = [{ title }, { property: 'og:title', content: title }]
  if (page.description) {
    meta.push({ name: 'description', content: page.description })
    meta.push({ property: 'og:description', content: page.description })
  }
  if (page.canonical) {
    meta.push({ tagName: 'link', rel: 'canonical', href: page.canonical })
    meta.push({ property: 'og:url', content: page.canonical })
    meta.push(...forSharing(page.canonical, page.date))
  }
  if (page.noindex) meta.push({ name: 'robots', content: 'noindex' })
  return meta
}

/** What every public page says when it is shared, and where its notices can be followed. */
function forSharing(canonical: string, date: string | undefined): MetaDescriptor[] {
  const { pathname } = new URL(canonical)
  return [
    { property: 'og:type', content: date === undefined ? 'website' : 'article' },
    ...(date === undefined ? [] : [{ property: 'article:published_time', content: date }]),
    { property: 'og:site_name', content: brand.service },
    { property: 'og:locale', content: 'ja_JP' },
    { property: 'og:image', content: new URL(pictureOf(pathname), canonical).href },
    { name: 'twitter:card', content: 'summary_large_image' },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      title: `${brand.service} お知らせ`,
      href: '/feed.xml',
    },
  ]
}

/**
 * The picture a page is shared with: its title and the ring, drawn by the build (tools/setup/brand-pictures). Pages for
 * developers share one.
 */
export function pictureOf(path: string): string {
  const name = path === '/' ? '/index' : path.replace(/\/$|\.html$|(?<=^\/developers)\/.*/, '')
  return `/og${name}.png`
}
