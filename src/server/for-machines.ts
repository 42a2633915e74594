import { feedPath, noticeFeed } from './content/feed.ts'
import type { Content } from './content/manifest.ts'
import { robotsTxt } from './content/robots.ts'
import { sitemapXml } from './content/sitemap-xml.ts'
import type { MadeFile } from './static-files.ts'
import { webManifest, webManifestPath } from './web-manifest.ts'

/** What search engines, feed readers and home screens ask for. */
export function filesForMachines(content: Content, origin: string): MadeFile[] {
  const pages = content.pages()
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
      text: noticeFeed(pages, origin),
    },
    { path: webManifestPath, type: 'application/manifest+json', text: webManifest() },
  ]
}
