import { afterAll, beforeAll, expect, test } from 'vitest'
import { behindPages } from '#server/behind-pages.ts'
import { startWeb } from '#server/web.ts'
import { buildPortal } from '../../tools/setup/build.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import { startHarness, type Harness } from './harness.ts'

let harness: Harness
let web: Awaited<ReturnType<typeof startWeb>>
beforeAll(async () => {
  await buildPortal(root, () => undefined)
  harness = await startHarness('2025-12-31T23:59:59+09:00')
  const port = await freePort()
  web = await startWeb(harness.services, {
    port,
    development: false,
    behind: behindPages(harness.services, { workerAlive: async () => true }),
  })
})
afterAll(async () => {
  await web?.stop()
  await harness?.stop()
})

/** The universal service fee of a number was 3.3円 until 2025-12-31, and is 2.2円 since. */
const feeOf = async (path: string) => {
  const answer = await fetch(web.ownUrl + path, { headers: { Connection: 'close' } })
  const text = (await answer.text()).replaceAll(/<[^>]*>/g, '')
  return /電話番号1つにつき、月(.*?)です/.exec(text)?.[1]
}

/** A new day is noticed within a tenth of a second; the page is then made anew, which takes longer on a busy machine. */
const PATIENCE = { timeout: 15_000 }

test.each(['/info/notice251215.html', '/assets/cop/views/info/notice251215.default.html'])(
  '料金の変わる日になると、動いたままのサーバーが示す料金も変わる：%s',
  async (path) => {
    harness.clock.set('2025-12-31T23:59:59+09:00')
    await expect.poll(() => feeOf(path), PATIENCE).toBe('3.3円（税込）')
    harness.clock.set('2026-01-01T00:00:00+09:00')
    await expect.poll(() => feeOf(path), PATIENCE).toBe('2.2円（税込）')
  },
)
