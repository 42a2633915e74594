import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const compress = promisify(brotliCompress)
const zip = promisify(gzip)
const QUICK_QUALITY = 5
const BEST_QUALITY = 11

/** A body as it is stored: the brotli form is replaced by a smaller one when that is ready. */
export type StoredBody = {
  readonly identity: Buffer
  brotli: Buffer | undefined
  readonly gzip: Buffer | undefined
}

/** How a picture or an archive is stored: it does not shrink. */
export const uncompressed = (identity: Buffer): StoredBody => ({
  identity,
  brotli: undefined,
  gzip: undefined,
})

/** One at a time, so that requests keep the machine. */
let improving: Promise<unknown> = Promise.resolve()

/** Compresses at once with a quality that takes a millisecond, and later with the best, which takes a hundred times as long. */
export async function storeBody(identity: Buffer): Promise<StoredBody> {
  const [quick, gzipped] = await Promise.all([brotli(identity, QUICK_QUALITY), zip(identity)])
  const body: StoredBody = { identity, brotli: quick, gzip: gzipped }
  improving = improve(improving, body)
  return body
}

async function improve(before: Promise<unknown>, body: StoredBody) {
  await before
  body.brotli = await brotli(body.identity, BEST_QUALITY)
}

const worthIt = /^(text\/|application\/(json|problem|atom|xml))/
const SMALLEST_BYTES = 1_000
/**
 * An answer that is made for one request is compressed while the visitor waits: a third of a millisecond, for which
 * another thread and its streams would cost more than they take over.
 */
const WAITING_QUALITY = 3

/** Texts of answers that need not be read out of them again. */
const texts = new WeakMap<Response, string>()

/** The same answer with this text, which is compressed and sent without streams between. */
export function withText(text: string, { status, headers }: Response): Response {
  const answer = new Response(text, { status, headers })
  texts.set(answer, text)
  return answer
}

/** The same answer, compressed where that saves something and the visitor takes it. */
export async function compressAnswer(request: Request, response: Response): Promise<Response> {
  const { headers } = response
  const text = texts.get(response)
  if (text === undefined && !response.body) return response
  if (headers.has('content-encoding')) return response
  if (!worthIt.test(headers.get('content-type') ?? '')) return response
  const changed = new Headers(headers)
  changed.append('Vary', 'Accept-Encoding')
  const body = text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text)
  const init = { status: response.status, headers: changed }
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  if (encoding === undefined || body.byteLength < SMALLEST_BYTES) return new Response(body, init)
  const compressed =
    encoding === 'br'
      ? brotliCompressSync(body, parameters(body, WAITING_QUALITY))
      : gzipSync(body, { level: WAITING_QUALITY })
  changed.set('Content-Encoding', encoding)
  changed.delete('Content-Length')
  return new Response(compressed, init)
}

/** What browsers, and proxies that shorten it, send: nothing to read in it. */
const plainly = new Set(['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip, br', 'br'])

export type Encoding = 'br' | 'gzip'

/** Brotli for clients that take it, gzip for the programs and proxies that know only that (RFC 9110 section 12.5.3). */
export function encodingFor(acceptEncoding: string | null | undefined): Encoding | undefined {
  if (!acceptEncoding) return undefined
  if (plainly.has(acceptEncoding)) return 'br'
  const accepted = acceptEncoding
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : undefined
}

function brotli(body: Buffer, quality: number) {
  return compress(body, parameters(body, quality))
}

function parameters(body: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  }
}
