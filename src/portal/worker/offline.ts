import styles from '../offline/offline.css?inline'
// oxlint-disable-next-line import/default -- the build makes it (offline-script.d.ts)
import script from '../offline/offline.tsx?script'
import { hasLeft } from '#portal/stored/store.ts'
import type { WorkerScope } from './scope.ts'

/**
 * Out of reach of the network a page of my page is answered by the offline page, which lies in the worker itself: nothing
 * is put into Cache Storage, so nothing there can be full, stale or read. Everything else goes by as if no worker were there.
 */
export function answerOffline(worker: WorkerScope): void {
  worker.addEventListener('fetch', (event) => {
    const { mode, method } = event.request
    if (mode !== 'navigate' || method !== 'GET') return
    event.respondWith(pageOrOffline(event))
  })
}

async function pageOrOffline(event: FetchEvent): Promise<Response> {
  const left = hasLeft()
  try {
    const early: Response | undefined = await event.preloadResponse
    const page = early ?? (await fetch(event.request))
    // Who has logged out without the network is shown nothing before the login is over at the portal too.
    return (await left) ? offlinePage() : page
  } catch {
    return offlinePage()
  }
}

/** Its parts are admitted by a nonce made for this answer; it may load nothing, and ask only our own API. */
function offlinePage(): Response {
  const nonce = crypto.randomUUID()
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src data:`,
    `connect-src 'self'`,
    // No form-action: the logout leads on to the provider, whose address the worker does not know.
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
  const html = `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>つながっていません</title><style nonce="${nonce}">${styles}</style></head><body><div id="offline"></div><script nonce="${nonce}">${script}</script></body></html>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      // Without a referrer a form of ours would name no origin, and be taken for another site's.
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
