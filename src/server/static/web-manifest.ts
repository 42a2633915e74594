import { brand } from '#brand'

export const webManifestPath = '/site.webmanifest'

/** What a phone shows when the site is put on its home screen (W3C Web Application Manifest). */
export function webManifest(): string {
  return JSON.stringify({
    name: brand.service,
    short_name: brand.service,
    lang: 'ja',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: '#f7faf9',
    theme_color: '#0b5c60',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  })
}
