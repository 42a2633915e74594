import { LRUCache } from 'lru-cache'
import { storeBody } from '../edge/compression.ts'
import { etagOf, type StoredAnswer } from '../edge/stored-answer.ts'

export type CachedPage = StoredAnswer & {
  /** From then on the page is made anew while the old one is still shown. */
  staleFromMs: number
  /** From then on it is not shown any more. */
  goneFromMs: number
}

/** A page as it was rendered; `isWhole` says that no part of it is missing because somebody else failed. */
export type RenderedPage = { response: Response; isWhole: boolean }

/**
 * Least recently used pages are dropped beyond this; all pages of the site in all variants take about as much.
 */
const MAX_BYTES = 48_000_000
const FRESH_MS = 60_000
/** A page without the provider's header is made anew soon, so that an outage does not stick. */
const FRESH_WHEN_PARTLY_MS = 5_000
/** With the navigation's own 5 minutes never more than 10 minutes old (quality R12). */
const KEEP_MS = 240_000

/**
 * Whole public pages, rendered once per key (path, device, auth class, navi). Only what is known may become a key, so
 * that free query strings cannot grow the cache; everything unknown shares one entry of the not-found page.
 */
export function createPageCache(options: {
  monotonicMs: () => number
  /** Pages print prices, dates and outages: none outlives its day or the board it shows. */
  edition: () => string
  onFailure: (cause: unknown) => void
}) {
  const { monotonicMs } = options
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
  })
  const pending = new Map<string, Promise<CachedPage | undefined>>()
  let edition = options.edition()

  function get(key: string): CachedPage | undefined {
    if (edition !== options.edition()) startNewGeneration()
    const page = pages.get(key)
    if (page === undefined || page.goneFromMs > monotonicMs()) return page
    pages.delete(key)
    return undefined
  }

  /** What is still being rendered may be of the edition before, too: a request made now waits for a page of this one. */
  function startNewGeneration() {
    edition = options.edition()
    pages.clear()
    pending.clear()
  }

  /** Renders once however many ask at the same moment; pages that must not be kept come back as undefined. */
  function fill(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage | undefined> {
    const running = pending.get(key)
    if (running) return running
    const task = make(key, render).finally(() => {
      if (pending.get(key) === task) pending.delete(key)
    })
    pending.set(key, task)
    return task
  }

  /** Makes a stale page anew behind the visitor's back; when that fails the old one is served until its time is over. */
  function refresh(key: string, render: () => Promise<RenderedPage>): void {
    if (!pending.has(key)) fill(key, render).catch(options.onFailure)
  }

  async function make(key: string, render: () => Promise<RenderedPage>) {
    const renderedIn = options.edition()
    const { response, isWhole } = await render()
    const cacheable = response.status === 200 || response.status === 404
    if (!cacheable || response.headers.has('set-cookie')) return undefined
    const identity = Buffer.from(await response.arrayBuffer())
    const etag = etagOf(identity)
    const now = monotonicMs()
    const times = {
      staleFromMs: now + (isWhole ? FRESH_MS : FRESH_WHEN_PARTLY_MS),
      goneFromMs: now + KEEP_MS,
    }
    const old = pages.peek(key)
    if (old?.etag === etag) return Object.assign(old, times)
    const body = await storeBody(identity)
    const page: CachedPage = Object.assign(body, {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      etag,
      ...times,
    })
    if (renderedIn === options.edition()) pages.set(key, page)
    return page
  }

  return {
    get,
    fill,
    refresh,
    isStale: (page: CachedPage) => page.staleFromMs <= monotonicMs(),
    size: () => pages.size,
    bytes: () => pages.calculatedSize,
  }
}

/** Weighed once, with its first compression: putting it in again for the better one would make it the page last used. */
function sizeOf(page: CachedPage) {
  const forms = [page.identity, page.brotli, page.gzip]
  return forms.reduce((sum, form) => sum + (form?.byteLength ?? 0), 1)
}
