/**
 * Draws the icons (public/apple-touch-icon.png, icon-192.png, icon-512.png, favicon.ico) and the pictures that pages are
 * shared with (public/og-image.png and one for each part of the site in public/og/, 1200 × 630) from the mark in
 * public/favicon.svg, the names in src/brand.ts and the parts in src/portal/site/sharing.ts. Run it after changing any:
 * `node tools/draw-brand-images.ts`, with CHROMIUM_PATH where Playwright has no browser of its own.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { brand } from '#brand'
import { sharedParts } from '#portal/site/sharing.ts'

const publicFolder = new URL('../public/', import.meta.url)
const mark = readFileSync(new URL('favicon.svg', publicFolder), 'utf8')
const rings = [56, 120, 196, 284]
  .map((radius, index) => {
    const paint =
      index === 0 ? 'fill="#b8470f"' : 'fill="none" stroke="#0b5c60" stroke-opacity="0.3"'
    return `<circle cx="1000" cy="${570 - radius}" r="${radius}" stroke-width="3" ${paint} />`
  })
  .join('')

const iconOf = (size: number, share: number) => `<style>
  body { margin: 0; display: grid; place-items: center; height: ${size}px; background: #fff }
  svg { width: ${size * share}px }
</style>${mark}`

const cardOf = (title: string, line: string) => `<html lang="ja"><style>
  body { margin: 0; width: 1200px; height: 630px; background: #e2f0ed; color: #16211f;
    font-family: 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif }
  svg { position: absolute; inset: 0 }
  h1 { position: absolute; left: 88px; top: 196px; margin: 0; font-size: 84px; letter-spacing: 0.04em }
  p { position: absolute; left: 92px; top: 336px; margin: 0; color: #0b5c60; font-size: 36px; line-height: 1.6 }
</style><svg width="1200" height="630">${rings}</svg>
<h1>${title}</h1><p>${line}</p></html>`

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] })

async function draw(html: string, width: number, height: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' })
  await page.setContent(html)
  const picture = await page.screenshot()
  await page.close()
  return picture
}

function save(name: string, picture: Buffer) {
  writeFileSync(fileURLToPath(new URL(name, publicFolder)), picture)
}

/** An icon file of one PNG: directory of one entry (6 + 16 bytes), then the picture as it is. */
function iconFile(size: number, picture: Buffer): Buffer {
  const directory = Buffer.alloc(22)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(1, 4)
  directory.writeUInt8(size, 6)
  directory.writeUInt8(size, 7)
  directory.writeUInt16LE(1, 10)
  directory.writeUInt16LE(32, 12)
  directory.writeUInt32LE(picture.byteLength, 14)
  directory.writeUInt32LE(directory.byteLength, 18)
  return Buffer.concat([directory, picture])
}

save('apple-touch-icon.png', await draw(iconOf(180, 11 / 15), 180, 180))
save('icon-192.png', await draw(iconOf(192, 11 / 15), 192, 192))
save('icon-512.png', await draw(iconOf(512, 11 / 15), 512, 512))
save('favicon.ico', iconFile(48, await draw(iconOf(48, 0.92), 48, 48)))
save(
  'og-image.png',
  await draw(cardOf(brand.service, 'スマートフォンのSIMと料金プラン'), 1200, 630),
)
mkdirSync(new URL('og/', publicFolder), { recursive: true })
for (const { name, title } of sharedParts)
  save(`og/${name}.png`, await draw(cardOf(title, brand.service), 1200, 630))
await browser.close()
