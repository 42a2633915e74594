import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Canvas, circle, ring } from './canvas.ts'
import { Lettering } from './lettering.ts'
import { pngOf } from './png.ts'
import { writeBrandPictures } from './write.ts'

const pixel = ({ rgb, width }: Canvas, x: number, y: number) => [
  ...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
]
const inkOf = ({ rgb }: Canvas) => rgb.reduce((sum, value) => sum + (255 - value) / 255 / 3, 0)

test('形は、絵の端で切れても、自分の面積で塗る', () => {
  const whole = new Canvas(100, 100, '#ffffff')
  whole.fill([circle(50, 50, 30)], '#000000')
  expect(inkOf(whole)).toBeCloseTo(Math.PI * 900, -1.5)
  const cut = new Canvas(100, 100, '#ffffff')
  cut.fill([circle(100, 50, 30)], '#000000')
  expect(inkOf(cut)).toBeCloseTo((Math.PI * 900) / 2, -1.5)
  expect(pixel(cut, 2, 51)).toEqual([255, 255, 255])
})

test('輪の内側は空いている', () => {
  const canvas = new Canvas(60, 60, '#e2f0ed')
  canvas.fill(ring(30, 30, 20, 6), '#0b5c60')
  expect(pixel(canvas, 30, 30)).toEqual([0xe2, 0xf0, 0xed])
  expect(pixel(canvas, 50, 30)).toEqual([0x0b, 0x5c, 0x60])
})

test('PNGには、塗ったとおりの絵が入る', () => {
  const canvas = new Canvas(2, 1, '#0b5c60')
  canvas.fill(
    [
      [
        [1, 0],
        [2, 0],
        [2, 1],
        [1, 1],
      ],
    ],
    '#ffffff',
  )
  const png = pngOf(canvas)
  const data = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
  expect([...rows]).toEqual([0, 0x0b, 0x5c, 0x60, 255, 255, 255])
})

test('長い題は言葉の間で折れ、括弧だけの行はない', () => {
  const title = '通信サービス契約約款（データ通信・音声通話）と重要事項の説明'
  const letters = new Lettering()
  const lines = letters.wrap(title, 64, 712)
  expect(lines.join('')).toBe(title)
  expect(lines.length).toBe(3)
  for (const line of lines) {
    expect(letters.widthOf(line, 64)).toBeLessThanOrEqual(712)
    expect(line).not.toMatch(/^[）・」]|[（「]$/)
  }
})

test('どのページにも絵があり、前に描いたものは描き直さない', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  try {
    const [client, cache] = [join(folder, 'client'), join(folder, 'kept')]
    const pages = [
      { path: '/', title: 'トップ' },
      { path: '/info/notice261110.html', title: 'お知らせ' },
    ]
    writeBrandPictures(client, pages, cache)
    const file = join(client, 'og/info/notice261110.png')
    const first = readFileSync(file)
    expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([1200, 630])
    expect(readFileSync(join(client, 'og/index.png')).equals(first)).toBe(false)
    expect(readFileSync(join(client, 'favicon.ico')).readUInt16LE(2)).toBe(1)
    // What is kept is taken as it is.
    for (const name of readdirSync(cache)) writeFileSync(join(cache, name), 'kept')
    writeBrandPictures(client, pages, cache)
    expect(readFileSync(file, 'utf8')).toBe('kept')
    writeBrandPictures(client, [{ path: '/', title: '新しい題' }], cache)
    expect(readFileSync(join(client, 'og/index.png')).readUInt32BE(16)).toBe(1200)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
