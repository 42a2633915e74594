import type { Device } from '#portal/context.ts'

export const VIEWS_PATH = '/assets/cop/views'

/**
 * Which file holds a path's text (spec 2.2): `/fee` → `/fee/index.default.html`, `/x.html` → `/x.default.html`. None for
 * the paths that are never pages.
 */
export function viewFile(path: string, device: Device): string | undefined {
  if (path.startsWith('/assets') || path.endsWith('.map')) return undefined
  if (path === '/app/tool.html') return '/app/tool.default.html'
  const variant = device === 'mobile' ? '.sp.html' : '.default.html'
  if (path.endsWith('.html')) return path.slice(0, -'.html'.length) + variant
  return `${path.endsWith('/') ? path.slice(0, -1) : path}/index${variant}`
}

/** The one address of a page: without a slash or an index at its end. */
export function canonicalPath(path: string): string {
  return path.replace(/\/(index\.html)?$/, '') || '/'
}
