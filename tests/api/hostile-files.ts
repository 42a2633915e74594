import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { picture, pngBomb, pngChunk } from './pictures.ts'

/** What rides along in a picture, and must not be in what is kept. */
export const PASSENGER = '<?php system($_GET[0]); ?><script>alert(1)</script>'

/** An upload of pictures as a test drives it. */
export type Upload = {
  readonly send: (file: File) => Promise<Response>
  /** Everything that is kept now, as it would be handed out. */
  readonly stored: () => Promise<readonly Buffer[]>
  readonly forget: () => Promise<void>
}

const named = (bytes: Uint8Array, name = 'photo.jpg', type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type })

/** What is no picture that we take, whatever it is called, or is one that must not be unpacked. */
async function noPictures(): Promise<Readonly<Record<string, Uint8Array>>> {
  const jpeg = await picture('jpeg')
  const headOf = (bytes: Uint8Array, rest: string) =>
    Buffer.concat([bytes.subarray(0, 4), Buffer.from(rest)])
  return {
    empty: Buffer.alloc(0),
    NUL: Buffer.alloc(64),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
    'XML that names a file': Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    ),
    PHP: Buffer.from(PASSENGER),
    'GIF that is JavaScript': Buffer.from('GIF89a/*\0\0*/=1;alert(1)//'),
    GIF: await picture('gif'),
    TIFF: await picture('tiff'),
    AVIF: Buffer.from('\0\0\0\u0020ftypavif\0\0\0\0avifmif1', 'latin1'),
    HEIC: Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
    BMP: Buffer.from('BM\u0046\0\0\0\0\0\0\0', 'latin1'),
    PDF: Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    ZIP: Buffer.from('PK\u0003\u0004\u0014\0', 'latin1'),
    'Windows program': Buffer.from('MZ\u0090\0\u0003', 'latin1'),
    'Linux program': Buffer.from('\u007fELF\u0002\u0001', 'latin1'),
    'PDF behind the first bytes of a JPEG': headOf(jpeg, '%PDF-1.7\n'),
    'HTML behind the first bytes of a JPEG': headOf(jpeg, '<script>alert(1)</script>'),
    'PHP behind the first bytes of a PNG': Buffer.concat([
      (await picture('png')).subarray(0, 8),
      Buffer.from(PASSENGER),
    ]),
    'WebP that is none': Buffer.from('RIFF\u0010\0\0\0WEBPVP8 ', 'latin1'),
    'JPEG cut off': jpeg.subarray(0, jpeg.length / 2),
    'PNG of 50,000 by 50,000': pngBomb(50_000, 50_000),
    'PNG of 2^31 - 1 by 1': pngBomb(2 ** 31 - 1, 1),
    'PNG without a pixel': pngBomb(0, 0),
    'JPEG that says 65,535 by 65,535': widened(jpeg),
  }
}

/** Real pictures with something that must not be kept. */
async function passengers(): Promise<Readonly<Record<string, Uint8Array>>> {
  const [jpeg, png, webp] = [await picture('jpeg'), await picture('png'), await picture('webp')]
  const behind = (bytes: Uint8Array, text: string) => Buffer.concat([bytes, Buffer.from(text)])
  return {
    'script behind a JPEG': behind(jpeg, PASSENGER),
    'script behind a PNG': behind(png, PASSENGER),
    'script behind a WebP': behind(webp, PASSENGER),
    'archive behind a JPEG': behind(jpeg, `PK\u0003\u0004 a.php ${PASSENGER}`),
    'script in a comment of a JPEG': Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, PASSENGER.length + 2]),
      Buffer.from(PASSENGER),
      jpeg.subarray(2),
    ]),
    'script in the camera of a JPEG': await sharp(jpeg)
      .withExif({ IFD0: { Make: PASSENGER, ImageDescription: PASSENGER } })
      .jpeg()
      .toBuffer(),
    'script in a text of a PNG': withChunk(png, 'tEXt', Buffer.from(`Comment\0${PASSENGER}`)),
    'text of a PNG that unpacks to 200 MB': withChunk(
      png,
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(200_000_000))]),
    ),
  }
}

const hostileNames = [
  'photo.jpg.php',
  'photo.php.jpg',
  'photo.php\0.jpg',
  '../../../etc/passwd',
  String.raw`..\..\boot.ini`,
  '/etc/cron.d/photo.jpg',
  '.htaccess',
  '<img src=x onerror=alert(1)>.jpg',
  'photo"; filename="other.php',
  'photo\r\nContent-Type: text/html\r\n\r\n.jpg',
  '\u202Egpj.exe',
  `${'a'.repeat(5000)}.jpg`,
  '',
]

/** Sends all of it, and says what an upload did that it must not. */
export async function uploadOffences(upload: Upload): Promise<string[]> {
  const offences: string[] = []
  const fail = (what: string, why: string) => void offences.push(`${what}: ${why}`)

  for (const [what, bytes] of Object.entries(await noPictures()))
    for (const type of ['image/jpeg', 'text/html']) {
      const answer = await upload.send(named(bytes, 'photo.jpg', type))
      if (answer.status >= 500) fail(what, `answered ${answer.status}`)
      if ((await upload.stored()).length > 0) fail(what, 'kept')
      await upload.forget()
    }

  const pictures: [string, File][] = [
    ...Object.entries(await passengers()).map(([what, bytes]): [string, File] => [
      what,
      named(bytes),
    ]),
    ...(await Promise.all(
      hostileNames.map(async (name, n): Promise<[string, File]> => [
        JSON.stringify(name).slice(0, 60),
        named(await picture('png', 30 + n), name, 'text/html'),
      ]),
    )),
  ]
  for (const [what, file] of pictures) {
    const answer = await upload.send(file)
    if (answer.status >= 500) fail(what, `answered ${answer.status}`)
    const stored = await upload.stored()
    if (stored.length > 1) fail(what, `${stored.length} kept`)
    for (const bytes of stored) {
      if (bytes.subarray(0, 3).toString('hex') !== 'ffd8ff') fail(what, 'no JPEG is kept')
      if (bytes.includes(PASSENGER.slice(0, 12))) fail(what, 'what rode along is kept')
      if (bytes.byteLength > 100_000) fail(what, `${bytes.byteLength} bytes are kept`)
    }
    await upload.forget()
  }
  return offences
}

/** The frame's header says another size than there is. */
function widened(jpeg: Buffer): Buffer {
  const made = Buffer.from(jpeg)
  const frame = [0xc0, 0xc2]
    .map((kind) => made.indexOf(Buffer.from([0xff, kind])))
    .find((at) => at > 0)
  if (frame === undefined) throw new Error('no frame')
  made.writeUInt16BE(65_535, frame + 5)
  made.writeUInt16BE(65_535, frame + 7)
  return made
}

/** Behind the header, which is 33 bytes long. */
const withChunk = (png: Buffer, type: string, data: Buffer) =>
  Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)])
