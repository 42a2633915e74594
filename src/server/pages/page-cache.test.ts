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

describe('ページは1回作り、数分使う', () => {
  test('同時に何人来ても、作るのは1回', async () => {
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

  test('1分は新しく、4分は見せ、そのあとは捨てる', async () => {
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

  test('提供元の部分が欠けたページは、5秒後に作り直す', async () => {
    const { cache, clock } = setUp()
    const made = await cache.fill('k', () => page('a', false))
    clock.ms = 5_000
    expect(made && cache.isStale(made)).toBe(true)
  })

  test('新しいページが作れない間は古いページを見せ、失敗を知らせる', async () => {
    const { cache, clock, failures } = setUp()
    await cache.fill('k', () => page('old'))
    clock.ms = 70_000
    cache.refresh('k', () => Promise.reject(new Error('down')))
    await expect.poll(() => failures).toEqual([new Error('down')])
    expect(String(cache.get('k')?.identity)).toBe('old')
    cache.refresh('k', () => page('new'))
    await expect.poll(() => String(cache.get('k')?.identity)).toBe('new')
  })

  test('作り直して同じ文なら、同じページが新しくなるだけ', async () => {
    const { cache, clock } = setUp()
    const first = await cache.fill('k', () => page('a'))
    clock.ms = 100_000
    const second = await cache.fill('k', () => page('a'))
    expect(second).toBe(first)
    expect(second && cache.isStale(second)).toBe(false)
  })
})

describe('ページは、その日を越えない', () => {
  test('真夜中に、どのページも作り直す', async () => {
    const { cache, clock } = setUp()
    await cache.fill('k', () => page('yesterday'))
    clock.day = '2026-11-21'
    expect(cache.get('k')).toBeUndefined()
  })

  test('真夜中に作っている途中のページは、残さず、待たない', async () => {
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

describe('決して残さないもの', () => {
  test.each([
    ['エラー', { status: 500 }],
    ['転送', { status: 302, headers: { Location: '/' } }],
    ['クッキーのある答え', { headers: { 'Set-Cookie': 'a=b' } }],
  ])('%s', async (_, init) => {
    const { cache } = setUp()
    expect(await cache.fill('k', () => page('a', true, init))).toBeUndefined()
    expect(cache.size()).toBe(0)
  })

  test('48MBを超えたら、いちばん使っていないページが場所を譲る', async () => {
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
