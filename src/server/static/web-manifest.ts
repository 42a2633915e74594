import { brand } from '#brand'
import { pages, workerFile } from '#vocabulary/pages.ts'
import { readFileSync } from 'node:fs'
import type { MadeFile } from './static-files.ts'

export const webManifestPath = '/site.webmanifest'

const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
})

const picture = (name: string, label: string) => ({
  src: `/app/${name}.png`,
  sizes: '780x1688',
  type: 'image/png',
  form_factor: 'narrow',
  label,
})

/** My page as an app on a home screen (W3C Web Application Manifest; share_target: Web Share Target). */
export function webManifest(): string {
  return JSON.stringify({
    id: pages.entrance,
    name: brand.service,
    short_name: brand.provider,
    description: '残りと料金を、開いてすぐに。電波がなくても、最後に見た数字が開きます。',
    lang: 'ja',
    start_url: pages.top,
    scope: '/',
    display: 'standalone',
    background_color: '#f7faf9',
    theme_color: '#0b5c60',
    categories: ['utilities'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      ...['192', '512'].map((size) => ({
        src: `/icon-maskable-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'maskable',
      })),
    ],
    shortcuts: [
      shortcut('残量', pages.top),
      shortcut('チャージ', pages.topUp),
      shortcut('支払い', pages.billing),
      shortcut('スマホをなくした', pages.lost),
    ],
    screenshots: [picture('top', '残りと料金'), picture('offline', '電波がないとき')],
    // What another app hands over (a message with a code or a number) comes as a page that reads it.
    share_target: {
      action: pages.received,
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  })
}

/** In place of the service worker: whichever a phone has ends itself by it (docs/decisions/108). */
export const workerTakenBack = (): MadeFile => ({
  path: workerFile,
  type: 'text/javascript; charset=utf-8',
  make: () => ({
    text: readFileSync(new URL(import.meta.resolve('#portal/worker/taken-back.js')), 'utf8'),
  }),
})
