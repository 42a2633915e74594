import sanitize from 'sanitize-html'
import { z } from 'zod'
import type {
  NavigationHtml,
  NavigationPort,
  NavigationRequest,
} from '#backend/ports/navigation.ts'

const empty: NavigationHtml = { head: '', header: '', footer: '', main_contents: '' }
const MAX_BYTES = 256_000
/** A page never waits longer for its header (quality R12); a copy may serve on for this long after. */
const WAIT_MS = 1000
const FRESH_MS = 60_000
const STALE_MS = 600_000
const MAX_ENTRIES = 200

const response = z.object({
  head: z.string(),
  header: z.string(),
  footer: z.string(),
  main_contents: z.string(),
})

type Entry = { html: NavigationHtml; at: number }

/**
 * Header and footer from the provider's navigation service: asked once per flags and route, cleaned once per fetch
 * with an allow-list. On failure a copy up to 10 minutes old, else everything empty (spec 8).
 */
export function createNavigation(options: {
  url: string
  monotonicMs: () => number
  onFailure: (cause: unknown) => void
}): NavigationPort {
  const kept = new Map<string, Entry>()
  const clean = createCleaner(new URL(options.url).origin)

  async function load(key: string, request: NavigationRequest) {
    const query = new URLSearchParams(
      Object.entries(request).map(([name, value]) => [
        name,
        typeof value === 'boolean' ? (value ? '1' : '0') : value,
      ]),
    )
    const answer = await fetch(`${options.url}?${query}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    if (!answer.ok) throw new Error(`navigation service answered ${answer.status}`)
    const html = clean(response.parse(JSON.parse(await readLimited(answer))))
    kept.delete(key)
    kept.set(key, { html, at: options.monotonicMs() })
    const oldest = kept.keys().next().value
    if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest)
    return html
  }

  return {
    async fetch(request) {
      const key = JSON.stringify(request)
      const entry = kept.get(key)
      const ageMs = entry ? options.monotonicMs() - entry.at : Infinity
      if (entry && ageMs < FRESH_MS) return entry.html
      try {
        return await load(key, request)
      } catch (cause) {
        options.onFailure(cause)
        return entry && ageMs < STALE_MS ? entry.html : empty
      }
    },
  }
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
