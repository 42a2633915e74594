import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brand } from '#brand'
import { pictureOf } from '#portal/page-setting.ts'
import { icons, LOOK, shareArtist } from './draw.ts'

/**
 * Writes the icons, and one picture a page to share it with. What was drawn before for the same words is taken from
 * `keptIn`: only a new title costs time.
 */
export function writeBrandPictures(
  clientFolder: string,
  pages: readonly { path: string; title: string }[],
  cacheFolder: string,
): void {
  mkdirSync(cacheFolder, { recursive: true })
  const keep = (words: string, name: string, draw: () => Buffer) => {
    const hash = createHash('sha256').update(`${LOOK}\n${brand.service}\n${words}`).digest('hex')
    const cache = join(cacheFolder, hash)
    if (!existsSync(cache)) writeFileSync(cache, draw())
    const file = join(clientFolder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, readFileSync(cache))
  }
  let artist: ((title: string) => Buffer) | undefined
  for (const { path, title } of pages)
    keep(title, pictureOf(path), () => (artist ??= shareArtist())(title))
  for (const { name, file } of icons()) writeFileSync(join(clientFolder, name), file)
}
