import type { Page } from '@playwright/test'

/** How two pictures of a screen differ; `marked` shows where, as a PNG's data URL. */
export type Difference = { readonly pixels: number; readonly marked: string }

/**
 * Compares in the browser, which reads PNGs already. A pixel that another within one pixel of it equals, but for a shade
 * of smoothing, is noise.
 */
export function compare(page: Page, before: Buffer, after: Buffer): Promise<Difference> {
  return page.evaluate(differenceOf, [before, after].map(toDataUrl))
}

const toDataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`

/** Runs in the page. */
async function differenceOf(urls: string[]): Promise<Difference> {
  const SHADE = 24
  const pictures = await Promise.all(
    urls.map(async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      return image
    }),
  )
  const width = Math.max(...pictures.map((picture) => picture.width))
  const height = Math.max(...pictures.map((picture) => picture.height))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  const [before, after] = pictures.map((picture) => {
    context.clearRect(0, 0, width, height)
    context.drawImage(picture, 0, 0)
    return context.getImageData(0, 0, width, height).data
  })
  if (!before || !after) throw new Error('two pictures are compared')
  const isNear = (one: Uint8ClampedArray, at: number, other: Uint8ClampedArray, to: number) => {
    for (let part = 0; part < 4; part++)
      if (Math.abs((one[at + part] ?? 0) - (other[to + part] ?? 0)) > SHADE) return false
    return true
  }
  const isFound = (one: Uint8ClampedArray, other: Uint8ClampedArray, x: number, y: number) => {
    const at = (y * width + x) * 4
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
        if (isNear(one, at, other, (row * width + column) * 4)) return true
    return false
  }
  let pixels = 0
  context.globalAlpha = 0.25
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.globalAlpha = 1
  context.fillStyle = '#d00040'
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (isNear(before, at, after, at)) continue
      if (isFound(before, after, x, y) && isFound(after, before, x, y)) continue
      pixels++
      context.fillRect(x - 1, y - 1, 3, 3)
    }
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return { pixels, marked: `data:image/png;base64,${btoa(text)}` }
}
