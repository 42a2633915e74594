import { mypage } from '#vocabulary/pages.ts'

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
