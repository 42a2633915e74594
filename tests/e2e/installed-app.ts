import type { Page } from '@playwright/test'
import { pages } from '#vocabulary/pages.ts'
import { expect, logIn } from './fixtures.ts'

/** As put on the home screen: the page has no browser around it. Chromium's debugger emulates no display mode. */
export const asInstalled = (page: Page) =>
  page.addInitScript(() => {
    const asked = window.matchMedia.bind(window)
    window.matchMedia = (query) => asked(query === '(display-mode: standalone)' ? 'all' : query)
  })

/** The installed app of a member who has logged in: looked after by its worker, with its first figures stored. */
export async function openApp(page: Page, loginId: string): Promise<void> {
  await asInstalled(page)
  await logIn(page, loginId, pages.top)
  await underWorker(page)
  await expect.poll(async () => (await storedIn(page)).rows).toContain('top')
}

/** Until my page is looked after by its worker. */
export const underWorker = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')

export type Stored = {
  /** Names of the rows of figures. */
  readonly rows: readonly string[]
  /** All that a browser stores for the origin, as text: what was stored as bytes, byte by byte. */
  readonly dump: string
  readonly caches: readonly string[]
  readonly workers: number
}

/** Everything that the browser stores for the portal besides cookies. */
export const storedIn = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error(request.error?.message)))
      })
    const latin = new TextDecoder('latin1')
    const asText = (value: unknown): string =>
      JSON.stringify(value, (_, part: unknown) =>
        part instanceof ArrayBuffer || ArrayBuffer.isView(part) ? latin.decode(part) : part,
      )
    const rows: string[] = []
    let dump = JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([settled(all.getAllKeys()), settled(all.getAll())])
        rows.push(...keys.map(String))
        dump += asText(keys) + values.map(asText).join('')
      }
      db.close()
    }
    const names = await caches.keys()
    for (const name of names)
      for (const asked of await (await caches.open(name)).keys())
        dump += asked.url + (await (await caches.match(asked))?.text())
    const workers = await navigator.serviceWorker.getRegistrations()
    return { rows: rows.toSorted(), dump, caches: names, workers: workers.length }
  })

/** The keys of all that the page asks to change, from here on. */
export function putsOf(page: Page): readonly string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.headers()['idempotency-key'] ?? '')
  })
  return sent
}

/** Stores figures as another version of the app would, under this login's key. @param ahead by how many shapes it is newer */
export const storedByOtherVersion = (page: Page, name: string, figures: unknown, ahead = 1) =>
  page.evaluate(
    async ([row, stored, newer]) => {
      const secret = /(?:^|; )stored=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
      const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt'])
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      const by = btoa(String.fromCharCode(...digest.slice(0, 8)))
      const storedAtMs = Date.now()
      const at = new Date(storedAtMs).toISOString()
      const text = JSON.stringify({ shape: 1 + newer, figures: stored, at, storedAtMs })
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const algorithm = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(row) }
      const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text))
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open('stored')
        opening.addEventListener('success', () => {
          const change = opening.result.transaction('rows', 'readwrite')
          change.objectStore('rows').put({ by, storedAtMs, iv, sealed }, row)
          change.addEventListener('complete', resolve)
          change.addEventListener('error', reject)
        })
      })
    },
    [name, figures, ahead] as const,
  )

/** Out of reach of the network, the worker as well; `false` brings it back. */
export const inTunnel = (page: Page, is: boolean) => page.context().setOffline(is)
