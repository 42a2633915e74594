import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { picture, photographWithLocation, pngBomb } from '#tests/api/pictures.ts'
import { RefusalError } from '#backend/refusal.ts'
import { redrawPhotograph as take } from './queries/photograph.ts'

const codeOf = (given: Uint8Array) =>
  take(given).then(
    () => 'taken',
    (error: unknown) => (error instanceof RefusalError ? error.code : String(error)),
  )

describe('端末の写真', () => {
  test('撮影した場所も、カメラの名前も残らず、上下だけは正しくなる', async () => {
    const given = await photographWithLocation(1600, 1200)
    const before = await sharp(given).metadata()
    expect(before.exif?.toString('latin1')).toContain('Telefon 9')
    // The pointer to the place (GPSInfo, 0x8825), written with its lower byte first.
    expect(before.exif?.includes(Buffer.from([0x25, 0x88]))).toBe(true)
    const { picture: stored, small, width, height } = await take(given)
    const after = await sharp(stored).metadata()
    expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(stored.includes(Buffer.from('Exif'))).toBe(false)
    // Orientation 6: the camera lay on its side.
    expect([width, height]).toEqual([1200, 1600])
    expect((await sharp(small).metadata()).width).toBe(320)
  })

  test('大きな写真は、長い辺が2,000画素になる', async () => {
    const { width, height } = await take(await photographWithLocation(4800, 3600))
    expect([width, height]).toEqual([1500, 2000])
  })

  test.each(['png', 'webp', 'jpeg'] as const)('%sは受け取り、JPEGにして残す', async (format) => {
    const { picture: stored } = await take(await picture(format))
    expect((await sharp(stored).metadata()).format).toBe('jpeg')
  })

  test('画像のうしろに付けられたものは残らない', async () => {
    const script = Buffer.from('<script>alert(1)</script>')
    const { picture: stored } = await take(Buffer.concat([await picture('jpeg'), script]))
    expect(stored.includes(script)).toBe(false)
  })

  test('画像に見せかけたもの、受け取らない形式は断る', async () => {
    const refused = {
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      gif: await picture('gif'),
      'GIF that is JavaScript too': Buffer.from('GIF89a/*\0\0*/=1;alert(1)//'),
      tiff: await picture('tiff'),
      pdf: Buffer.from('%PDF-1.7\n'),
      zip: Buffer.from('PK\u0003\u0004'),
      empty: Buffer.alloc(0),
      'a name full of NUL': Buffer.from('\0\0\0\0.jpg'),
    }
    const codes = await Promise.all(Object.values(refused).map(codeOf))
    expect(new Set(codes)).toEqual(new Set(['PHOTOGRAPH_KIND_UNKNOWN']))
  })

  test('HEICには、どうすればよいかを伝える', async () => {
    const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')
    expect(await codeOf(heic)).toBe('PHOTOGRAPH_HEIC')
  })

  test('先頭だけがJPEGのもの、途中で切れたものは断る', async () => {
    const whole = await photographWithLocation()
    expect(await codeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))).toBe(
      'PHOTOGRAPH_UNREADABLE',
    )
    expect(await codeOf(whole.subarray(0, whole.length / 2))).toBe('PHOTOGRAPH_UNREADABLE')
  })

  test('50,000×50,000画素の爆弾は、ほどかずに断る', async () => {
    const before = process.memoryUsage().rss
    expect(await codeOf(pngBomb(50_000, 50_000))).toBe('PHOTOGRAPH_TOO_MANY_PIXELS')
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })
})
