import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#portal/routes.ts'
import { developerPages, openPrices, orderPages } from '#vocabulary/site-pages.ts'
import { apnProfilePath } from '../apn.ts'
import { feedPath } from '../feed.ts'
import type { KnownPaths } from './links.ts'

/** Every address the portal's own route table answers; one with a parameter is not a target of a static link. */
function pathsOf(entries: RouteConfigEntry[], base = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? base : `${base}/${entry.path}`
    return [path || '/', ...pathsOf(entry.children ?? [], path)]
  })
}

/** What static pages may link to besides each other. */
export function readKnownPaths(): KnownPaths {
  const own = pathsOf(routes).filter((path) => !/[:*]/.test(path))
  return new Set([
    ...own,
    // The first question of an order.
    `${orderPages.apply}/plan`,
    '/auth/login',
    '/auth/logout',
    '/sitemap.xml',
    '/api/openapi.json',
    '/robots.txt',
    feedPath,
    ...Object.values(openPrices),
    ...Object.values(developerPages),
    `/${apnProfilePath}`,
  ])
}
