import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const QUICK_QUALITY = 5
const BEST_QUALITY = 11

/** A body as it is kept: the compressed form is replaced by a smaller one when that is ready. */
export type StoredBody = { readonly identity: Buffer; brotli: Buffer | undefined }

/** One at a time, so that requests keep the machine. */
let improving: Promise<unknown> = Promise.resolve()

/**
 * Compresses at once with a quality that takes a millisecond, and later with the best, which takes a hundred times as
 * long. `onImproved` is told by how many bytes the body has shrunk.
 */
export async function storeBody(
  identity: Buffer,
  onImproved: (bytesSaved: number) => void = () => undefined,
): Promise<StoredBody> {
  const quick = await brotli(identity, QUICK_QUALITY)
  const body: StoredBody = { identity, brotli: quick }
  improving = improving.then(async () => {
    const best = await brotli(identity, BEST_QUALITY)
    body.brotli = best
    onImproved(quick.byteLength - best.byteLength)
  })
  return body
}

function brotli(body: Buffer, quality: number) {
  return compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })
}
