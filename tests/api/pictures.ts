import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const colour = { r: 90, g: 120, b: 140 }

/** A photograph as a phone takes one: with the place it was taken at, the camera, and which way is up. */
export async function photographWithLocation(width = 1600, height = 1200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .withExif({
      IFD0: { Make: 'Kamera', Model: 'Telefon 9' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '35/1 39/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '139/1 44/1 40/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

export const picture = (format: 'png' | 'webp' | 'jpeg' | 'gif' | 'tiff', side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()

/** A PNG that says it has so many pixels and holds next to nothing. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
