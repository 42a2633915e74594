import type { OutageOnBoard } from '#protocol/outage.ts'
import { readFileSync } from 'node:fs'
import { plainPageStyles } from '#portal/plain-page.ts'
import { feedPath, noticeFeed } from '../content/feed.ts'
import type { Content } from '../content/manifest.ts'
import type { MadeFile } from './static-files.ts'
import { webManifest, webManifestPath } from './web-manifest.ts'
import { mypage } from '#vocabulary/pages.ts'
import type { PageFacts } from '../content/rendered-page.ts'
import { escapeMarkup } from '../content/escape-markup.ts'

/** What search engines, feed readers, home screens and pages without the app ask for. */
export function filesForMachines(
  content: Content,
  origin: string,
  outages: readonly OutageOnBoard[],
): MadeFile[] {
  const pages = content.pages()
  return [
    {
      path: '/robots.txt',
      type: 'text/plain; charset=utf-8',
      make: () => ({ text: robotsTxt(origin) }),
    },
    {
      path: '/sitemap.xml',
      type: 'application/xml; charset=utf-8',
      make: () => ({ text: sitemapXml(pages, origin) }),
    },
    {
      path: feedPath,
      type: 'application/atom+xml; charset=utf-8',
      make: () => noticeFeed(pages, outages, origin),
    },
    {
      path: webManifestPath,
      type: 'application/manifest+json',
      make: () => ({ text: webManifest() }),
    },
    {
      path: plainPageStyles,
      type: 'text/css; charset=utf-8',
      make: () => ({ text: plainStyles() }),
    },
  ]
}

const plainStyles = () =>
  ['#ui/tokens.css', '#portal/plain-page.css']
    .map((name) => readFileSync(new URL(import.meta.resolve(name)), 'utf8'))
    .join('\n')

/** Members' pages and the wire are nobody's search result. */
const closed = [mypage, '/api/', '/auth/', '/login_back.html']

export function robotsTxt(origin: string): string {
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', origin).href}`,
    '',
  ].join('\n')
}

/** sitemap.xml (sitemaps.org 0.9). Only pages with a date of their own say when they changed. */
export function sitemapXml(pages: PageFacts[], origin: string): string {
  const urls = pages.map((page) => {
    const lastmod = page.date === undefined ? '' : `<lastmod>${page.date}</lastmod>`
    return `<url><loc>${escapeMarkup(new URL(page.path, origin).href)}</loc>${lastmod}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
