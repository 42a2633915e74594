import sanitize from 'sanitize-html'
import { navigationHtml } from '#outside/navigation.ts'
import type {
  NavigationHtml,
  NavigationPort,
  NavigationRequest,
} from '#backend/ports/navigation.ts'
import { safeBackPath } from '#protocol/back-path.ts'

const empty: NavigationHtml = { head: '', header: '', footer: '', main_contents: '' }
const MAX_BYTES = 256_000
/** A page never waits longer for its header: with its own rendering it stays under a second (quality R12). */
const WAIT_MS = 800
const FRESH_MS = 60_000
/** With the page cache's own 4 minutes a copy is never shown when it is older than 10 minutes (quality R12). */
const STALE_MS = 300_000
/** After no answer at all nobody waits for another one for this long. */
const REST_MS = 5_000
const MAX_ENTRIES = 200

type Entry = { html: NavigationHtml; atMs: number }

/**
 * Header and footer from the provider's navigation service: asked once per flags and route, cleaned once per fetch
 * with an allow-list. An old copy is shown while a new one is fetched; on failure a copy of at most 5 minutes, else
 * everything empty (spec 8).
 */
export function createNavigation(options: {
  url: string
  monotonicMs: () => number
  onFailure: (cause: unknown) => void
  waitMs?: number
}): NavigationPort {
  const { monotonicMs, waitMs = WAIT_MS } = options
  const entries = new Map<string, Entry>()
  const pending = new Map<string, Promise<NavigationHtml>>()
  const clean = createCleaner(new URL(options.url).origin)
  let restUntilMs = 0

  /** One question at a time for the same thing, however many ask. */
  function load(key: string, request: NavigationRequest): Promise<NavigationHtml> {
    const running = pending.get(key)
    if (running) return running
    const task = ask(request)
      .then((html) => keep(key, html))
      .finally(() => pending.delete(key))
    pending.set(key, task)
    return task
  }

  async function ask(request: NavigationRequest): Promise<NavigationHtml> {
    try {
      const address = `${options.url}?${queryOf(request)}`
      const answer = await fetch(address, {
        redirect: 'error',
        signal: AbortSignal.timeout(waitMs),
      })
      if (!answer.ok) throw new Error(`navigation service answered ${answer.status}`)
      return clean(navigationHtml.parse(JSON.parse(await readLimited(answer))))
    } catch (cause) {
      if (isNoAnswer(cause)) restUntilMs = monotonicMs() + REST_MS
      throw cause
    }
  }

  function keep(key: string, html: NavigationHtml) {
    entries.delete(key)
    entries.set(key, { html, atMs: monotonicMs() })
    const oldest = entries.keys().next().value
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    return html
  }

  return {
    async fetch(asked) {
      const request = { ...asked, back_path: safeBackPath(asked.back_path) }
      const key = JSON.stringify(request)
      const entry = entries.get(key)
      const ageMs = entry ? monotonicMs() - entry.atMs : Infinity
      const isResting = monotonicMs() < restUntilMs
      if (entry && ageMs < STALE_MS) {
        if (ageMs >= FRESH_MS && !isResting) load(key, request).catch(options.onFailure)
        return { ...entry.html, isMissing: false }
      }
      if (isResting) return { ...empty, isMissing: true }
      try {
        return { ...(await load(key, request)), isMissing: false }
      } catch (cause) {
        options.onFailure(cause)
        return { ...empty, isMissing: true }
      }
    },
  }
}

/** Unreachable, or silent: before the answer or in the middle of it. */
function isNoAnswer(cause: unknown) {
  return cause instanceof TypeError || cause instanceof DOMException
}

function queryOf(request: NavigationRequest) {
  return new URLSearchParams(
    Object.entries(request).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? '1' : '0') : value,
    ]),
  )
}

async function readLimited(answer: Response) {
  let size = 0
  const parts: Uint8Array[] = []
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new Error('navigation service answered too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function createCleaner(origin: string) {
  const common = { allowProtocolRelative: false, allowedSchemes: ['https', 'http'] }
  const body = {
    ...common,
    allowedTags: ['div', 'nav', 'ul', 'ol', 'li', 'a', 'span', 'p', 'strong', 'small', 'br', 'img'],
    allowedAttributes: {
      '*': ['class', 'id', 'aria-label', 'role', 'lang'],
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
    },
  }
  const head = {
    ...common,
    allowedTags: ['link', 'meta'],
    allowedAttributes: { link: ['rel', 'href'], meta: ['name', 'content'] },
    exclusiveFilter: (frame: sanitize.IFrame) =>
      frame.tag === 'link' &&
      (frame.attribs['rel'] !== 'stylesheet' || !frame.attribs['href']?.startsWith(`${origin}/`)),
  }
  return (html: NavigationHtml): NavigationHtml => ({
    head: sanitize(html.head, head),
    header: sanitize(html.header, body),
    footer: sanitize(html.footer, body),
    // Only the class of the wrapper is wanted (spec 3, Main-content start markup).
    main_contents: sanitize(html.main_contents, body),
  })
}
