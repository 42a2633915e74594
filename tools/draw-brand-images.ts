/**
 * Draws public/apple-touch-icon.png (180 × 180) and public/og-image.png (1200 × 630) from the mark in
 * public/favicon.svg and the names in src/brand.ts. Run it after changing either:
 * `node tools/draw-brand-images.ts`, with CHROMIUM_PATH where Playwright has no browser of its own.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { brand } from '#brand'

const publicFolder = new URL('../public/', import.meta.url)
const mark = readFileSync(new URL('favicon.svg', publicFolder), 'utf8')
const rings = [56, 120, 196, 284]
  .map((radius, index) => {
    const paint =
      index === 0 ? 'fill="#b8470f"' : 'fill="none" stroke="#0b5c60" stroke-opacity="0.3"'
    return `<circle cx="1000" cy="${570 - radius}" r="${radius}" stroke-width="3" ${paint} />`
  })
  .join('')

const icon = `<style>
  body { margin: 0; display: grid; place-items: center; height: 180px; background: #fff }
  svg { width: 132px }
</style>${mark}`

const card = `<html lang="ja"><style>
  body { margin: 0; width: 1200px; height: 630px; background: #e2f0ed; color: #16211f;
    font-family: 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif }
  svg { position: absolute; inset: 0 }
  h1 { position: absolute; left: 88px; top: 196px; margin: 0; font-size: 84px; letter-spacing: 0.04em }
  p { position: absolute; left: 92px; top: 336px; margin: 0; color: #0b5c60; font-size: 36px; line-height: 1.6 }
</style><svg width="1200" height="630">${rings}</svg>
<h1>${brand.service}</h1><p>スマートフォンのSIMと料金プラン</p></html>`

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] })
const pictures = [
  { name: 'apple-touch-icon.png', html: icon, width: 180, height: 180 },
  { name: 'og-image.png', html: card, width: 1200, height: 630 },
]
for (const { name, html, width, height } of pictures) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' })
  await page.setContent(html)
  await page.screenshot({ path: fileURLToPath(new URL(name, publicFolder)) })
  await page.close()
}
await browser.close()
