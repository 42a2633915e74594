import { RefusalError } from '#backend/refusal.ts'
import { MOST_PIXELS, photographKind } from '#domain/device/photograph.ts'

/** The longest side of what is stored: enough to see a crack, a tenth of what a phone takes. */
const LONGEST_SIDE = 2_000
const SMALL_SIDE = 320
const SECONDS = 15

type Photograph = {
  readonly picture: Buffer
  readonly small: Buffer
  readonly width: number
  readonly height: number
}

let before: Promise<unknown> = Promise.resolve()

/**
 * Takes a member's picture of a damage: known by its first bytes and not by its name, decoded and written anew. Only its
 * pixels are stored; location, camera, comments and anything appended are not copied. One after the other: a decoded
 * picture may need 200 MB, two need not be in memory at once.
 * @throws RefusalError PHOTOGRAPH_KIND_UNKNOWN, PHOTOGRAPH_HEIC, PHOTOGRAPH_UNREADABLE, PHOTOGRAPH_TOO_MANY_PIXELS
 */
export function redrawPhotograph(given: Uint8Array): Promise<Photograph> {
  const drawn = before.then(() => redraw(given))
  before = drawn.catch(() => undefined)
  return drawn
}

async function redraw(given: Uint8Array): Promise<Photograph> {
  const kind = photographKind(given)
  if (kind === 'heic') throw new RefusalError('PHOTOGRAPH_HEIC')
  if (kind === undefined) throw new RefusalError('PHOTOGRAPH_KIND_UNKNOWN')
  const sharp = await loadSharp()
  const open = () =>
    sharp(given, { limitInputPixels: MOST_PIXELS, failOn: 'warning', sequentialRead: true })
  try {
    const { width, height, format } = await open().metadata()
    // The decoder chose its format by the same bytes: a file that passes for two formats is refused.
    if (format !== kind) throw new RefusalError('PHOTOGRAPH_KIND_UNKNOWN')
    if (width * height > MOST_PIXELS) throw new RefusalError('PHOTOGRAPH_TOO_MANY_PIXELS')
    const { data: picture, info } = await open()
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({
        width: LONGEST_SIDE,
        height: LONGEST_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const small = await sharp(picture)
      .resize({ width: SMALL_SIDE, height: SMALL_SIDE, fit: 'cover' })
      .jpeg({ quality: 75 })
      .toBuffer()
    return { picture, small, width: info.width, height: info.height }
  } catch (cause) {
    if (cause instanceof RefusalError) throw cause
    const isTooLarge = cause instanceof Error && cause.message.includes('pixel limit')
    throw new RefusalError(isTooLarge ? 'PHOTOGRAPH_TOO_MANY_PIXELS' : 'PHOTOGRAPH_UNREADABLE', {
      cause,
    })
  }
}

let loading: ReturnType<typeof prepareSharp> | undefined
/** Loaded with the first picture: most processes never take one. */
const loadSharp = () => (loading ??= prepareSharp())

/** Of the many formats the library can read only these three are ever opened. */
async function prepareSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  })
  return sharp
}
