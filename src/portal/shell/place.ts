import { isMypage } from '#vocabulary/pages.ts'

/** The class of the provider's main-content start markup, for our content wrapper (spec 3). */
export function mainClassOf(mainContents: string): string {
  return /^\s*<[a-z]+[^>]*\sclass="([^"]*)"/.exec(mainContents)?.[1] ?? ''
}

/** Where one is on the site (spec 2.7). */
export const isTop = (path: string) => path === '/'
export const isOrder = (path: string) => path === '/order' || path.startsWith('/order/')
export const isTalk = (path: string) => path.startsWith('/talk')

/** `navi=none` takes away all headers, footers and the announcement bar (spec 2.7). */
export const hidesNavigation = (search: string) =>
  new URLSearchParams(search).getAll('navi').includes('none')

/** Spec 9: the announcement bar's place ids and size. */
export const ANNOUNCEMENT_SIZE = 3
export function placeIdOf(path: string): 78 | 79 | 80 {
  if (isTalk(path)) return 80
  return isMypage(path) ? 79 : 78
}

const TABLET_WIDTH_PX = 1024

/** One page is drawn for a tablet's width, on phones too (spec 2.2). */
export function viewportOf(path: string, device: 'mobile' | 'desktop'): string {
  return path === '/app/tool.html' && device === 'mobile'
    ? `width=${TABLET_WIDTH_PX}`
    : 'width=device-width, initial-scale=1'
}

/** Text to read, and no step of a procedure nor a screen of a member: the veil of section 2.2 is for this alone. */
export const isContent = (pathname: string): boolean => !isMypage(pathname) && !isOrder(pathname)
