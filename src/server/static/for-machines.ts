import type { OutageOnBoard } from '#protocol/outage.ts'
import { readFileSync } from 'node:fs'
import { plainPageStyles } from '#portal/plain-page.ts'
import { feedPath, noticeFeed } from '../content/feed.ts'
import type { Content } from '../content/manifest.ts'
import { robotsTxt } from '../content/robots.ts'
import { sitemapXml } from '../content/sitemap-xml.ts'
import type { MadeFile } from './static-files.ts'
import { webManifest, webManifestPath } from './web-manifest.ts'

/** What search engines, feed readers, home screens and pages without the app ask for. */
export function filesForMachines(
  content: Content,
  origin: string,
  outages: readonly OutageOnBoard[],
): MadeFile[] {
  const pages = content.pages()
  const feed = noticeFeed(pages, outages, origin)
  return [
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', text: robotsTxt(origin) },
    {
      path: '/sitemap.xml',
      type: 'application/xml; charset=utf-8',
      text: sitemapXml(pages, origin),
    },
    {
      path: feedPath,
      type: 'application/atom+xml; charset=utf-8',
      text: feed.text,
      modifiedAt: feed.updated,
    },
    { path: webManifestPath, type: 'application/manifest+json', text: webManifest() },
    { path: plainPageStyles, type: 'text/css; charset=utf-8', text: plainStyles() },
  ]
}

const plainStyles = () =>
  ['#ui/tokens.css', '#portal/plain-page.css']
    .map((name) => readFileSync(new URL(import.meta.resolve(name)), 'utf8'))
    .join('\n')
