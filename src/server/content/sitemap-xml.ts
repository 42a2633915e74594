import type { PageFacts } from './rendered-page.ts'
import { escapeMarkup } from './escape-markup.ts'

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
