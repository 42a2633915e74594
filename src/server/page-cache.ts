import { createHash } from 'node:crypto'
import { brotliCompress, constants } from 'node:zlib'
import { promisify } from 'node:util'

const compress = promisify(brotliCompress)

export type CachedPage = {
  status: number
  headers: Record<string, string>
  identity: Buffer
  brotli: Buffer
  etag: string
}

/** Least recently used pages are dropped beyond this; all pages of the site in all variants take about a third. */
const MAX_BYTES = 48_000_000
const QUICK_QUALITY = 5
const BEST_QUALITY = 11

/**
 * Whole public pages, rendered once per key (path, device, auth class, navi). Only what is known may become a key, so
 * that free query strings cannot grow the cache; everything unknown shares one entry of the not-found page.
 */
export function createPageCache() {
  const pages = new Map<string, CachedPage>()
  const pending = new Map<string, Promise<CachedPage | undefined>>()
  let bytes = 0

  function get(key: string): CachedPage | undefined {
    const page = pages.get(key)
    if (page) {
      pages.delete(key)
      pages.set(key, page)
    }
    return page
  }

  function put(key: string, page: CachedPage) {
    pages.set(key, page)
    bytes += sizeOf(page)
    for (const [oldest, old] of pages) {
      if (bytes <= MAX_BYTES) break
      pages.delete(oldest)
      bytes -= sizeOf(old)
    }
  }

  /** Renders once however many ask at the same moment; pages that must not be kept come back as undefined. */
  async function fill(
    key: string,
    render: () => Promise<Response>,
  ): Promise<CachedPage | undefined> {
    const running = pending.get(key)
    if (running) return running
    const task = make(render())
    pending.set(key, task)
    try {
      const page = await task
      if (page) put(key, page)
      return page
    } finally {
      pending.delete(key)
    }
  }

  async function make(rendering: Promise<Response>): Promise<CachedPage | undefined> {
    const response = await rendering
    const cacheable = response.status === 200 || response.status === 404
    if (!cacheable || response.headers.has('set-cookie')) return undefined
    const identity = Buffer.from(await response.arrayBuffer())
    const page: CachedPage = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      identity,
      brotli: await brotli(identity, QUICK_QUALITY),
      etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    }
    void improve(page)
    return page
  }

  /** The best compression takes 100 times as long: it replaces the quick one when it is ready. */
  async function improve(page: CachedPage) {
    page.brotli = await brotli(page.identity, BEST_QUALITY)
  }

  return { get, fill, clear: () => pages.clear(), size: () => pages.size }
}

function sizeOf(page: CachedPage) {
  return page.identity.byteLength + page.brotli.byteLength
}

function brotli(body: Buffer, quality: number) {
  return compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })
}
