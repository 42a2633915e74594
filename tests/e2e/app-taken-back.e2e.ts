import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { freePort } from '../../tools/setup/free-port.ts'
import { expect, test } from './fixtures.ts'
import { storedIn } from './installed-app.ts'

// APP_WORKER=off: whatever worker a phone has, the next page of my page ends it (docs/decisions/108).

test.use({ reuseContext: false, serviceWorkers: 'allow', expectedConsole: /status of 500/ })

/** Answers every page with an error and keeps things: the worst that a worker of ours could do. */
const broken = `
  self.addEventListener('install', (event) => event.waitUntil(
    caches.open('old').then((old) => old.put('/mypage/x', new Response('090'))).then(() => self.skipWaiting())))
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
  self.addEventListener('fetch', (event) => event.respondWith(new Response('broken', { status: 500 })))`

test('壊れたワーカーは、設定を変えて出し直すだけで、次にマイページを開いたときに端末から消える', async ({
  page,
}) => {
  let worker = broken
  const server = createServer(({ url }, answer) => {
    const isWorker = url === '/mypage/worker.js'
    answer.writeHead(200, {
      'Content-Type': isWorker ? 'text/javascript' : 'text/html',
      'Cache-Control': 'no-cache',
    })
    answer.end(isWorker ? worker : '<!doctype html><title>my page</title>')
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, resolve))
  const top = `http://localhost:${port}/mypage/top.html`
  try {
    await page.goto(top)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/mypage/worker.js', { updateViaCache: 'none' })
      await navigator.serviceWorker.ready
      await new Promise((resolve) => {
        indexedDB.open('stored').addEventListener('success', resolve)
      })
    })
    await page.goto(top)
    await expect(page.locator('body')).toHaveText('broken')

    worker = readFileSync(new URL('../../src/portal/worker/taken-back.js', import.meta.url), 'utf8')
    await page.goto(top)
    await expect.poll(async () => (await storedIn(page)).workers).toBe(0)
    expect(await storedIn(page)).toMatchObject({ rows: [], caches: [] })
    await page.goto(top)
    await expect(page).toHaveTitle('my page')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
