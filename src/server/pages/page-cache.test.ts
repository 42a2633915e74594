import { describe, expect, test } from 'vitest'
import { createPageCache, type RenderedPage } from './page-cache.ts'

function setUp() {
  const clock = { ms: 0, day: '2026-11-20' }
  const failures: unknown[] = []
  const cache = createPageCache({
    monotonicMs: () => clock.ms,
    edition: () => clock.day,
    onFailure: (cause) => failures.push(cause),
  })
  return { clock, failures, cache }
}

const page = (text: string, isWhole = true, init?: ResponseInit): Promise<RenderedPage> =>
  Promise.resolve({ response: new Response(text, init), isWhole })

describe('a page is made once and lives for minutes', () => {
  test('however many ask at the same moment, it is rendered once', async () => {
    const { cache } = setUp()
    let renderings = 0
    const render = () => {
      renderings += 1
      return page('a')
    }
    const pages = await Promise.all(Array.from({ length: 20 }, () => cache.fill('k', render)))
    expect(renderings).toBe(1)
    expect(new Set(pages.map((one) => one?.etag)).size).toBe(1)
  })

  test('fresh for a minute, shown for four, then gone', async () => {
    const { cache, clock } = setUp()
    const made = await cache.fill('k', () => page('a'))
    if (!made) throw new Error('not stored')
    clock.ms = 59_999
    expect(cache.isStale(made)).toBe(false)
    clock.ms = 60_000
    expect(cache.isStale(made)).toBe(true)
    clock.ms = 239_999
    expect(cache.get('k')).toBe(made)
    clock.ms = 240_000
    expect(cache.get('k')).toBeUndefined()
    expect([cache.size(), cache.bytes()]).toEqual([0, 0])
  })

  test('a page that lacks the provider’s part is made anew after five seconds', async () => {
    const { cache, clock } = setUp()
    const made = await cache.fill('k', () => page('a', false))
    clock.ms = 5_000
    expect(made && cache.isStale(made)).toBe(true)
  })

  test('an old page is shown while the new one fails, and the failure is told', async () => {
    const { cache, clock, failures } = setUp()
    await cache.fill('k', () => page('old'))
    clock.ms = 70_000
    cache.refresh('k', () => Promise.reject(new Error('down')))
    await expect.poll(() => failures).toEqual([new Error('down')])
    expect(String(cache.get('k')?.identity)).toBe('old')
    cache.refresh('k', () => page('new'))
    await expect.poll(() => String(cache.get('k')?.identity)).toBe('new')
  })

  test('the same text made anew is the same page, only younger', async () => {
    const { cache, clock } = setUp()
    const first = await cache.fill('k', () => page('a'))
    clock.ms = 100_000
    const second = await cache.fill('k', () => page('a'))
    expect(second).toBe(first)
    expect(second && cache.isStale(second)).toBe(false)
  })
})

describe('a page does not outlive its day', () => {
  test('at midnight every page is made anew', async () => {
    const { cache, clock } = setUp()
    await cache.fill('k', () => page('yesterday'))
    clock.day = '2026-11-21'
    expect(cache.get('k')).toBeUndefined()
  })

  test('a page that was being made at midnight is neither kept nor waited for', async () => {
    const { cache, clock } = setUp()
    const late = Promise.withResolvers<RenderedPage>()
    const filling = cache.fill('k', () => late.promise)
    clock.day = '2026-11-21'
    expect(cache.get('k')).toBeUndefined()
    const made = await cache.fill('k', () => page('today'))
    late.resolve(await page('yesterday'))
    await filling
    expect(String(made?.identity)).toBe('today')
    expect(cache.get('k')).toBe(made)
  })
})

describe('what is never kept', () => {
  test.each([
    ['an error', { status: 500 }],
    ['a redirect', { status: 302, headers: { Location: '/' } }],
    ['an answer with a cookie', { headers: { 'Set-Cookie': 'a=b' } }],
  ])('%s', async (_, init) => {
    const { cache } = setUp()
    expect(await cache.fill('k', () => page('a', true, init))).toBeUndefined()
    expect(cache.size()).toBe(0)
  })

  test('more than 48 MB: the least recently used page makes room', async () => {
    const { cache, clock } = setUp()
    const big = 'x'.repeat(11_000_000)
    for (const key of ['a', 'b', 'c', 'd']) await cache.fill(key, () => page(key + big))
    clock.ms = 1_000
    cache.get('a')
    await cache.fill('e', () => page(`e${big}`))
    expect(cache.get('b')).toBeUndefined()
    expect(cache.get('a')).toBeDefined()
    expect(cache.bytes()).toBeLessThanOrEqual(48_000_000)
  })
})
