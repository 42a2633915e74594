import { expect, test } from './fixtures.ts'
import { publicPaths } from './public-pages.ts'

const html = async (answer: { text: () => Promise<string> }) => answer.text()

test.describe('検索エンジンと共有のために', () => {
  test('sitemap.xmlのすべてのページがあり、それが正規のURLである', async ({ request }) => {
    const answer = await request.get('/sitemap.xml')
    expect(answer.headers()['content-type']).toMatch(/^application\/xml/)
    const places = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
    expect(places.map((url) => new URL(url ?? '').pathname).toSorted()).toEqual(
      publicPaths.toSorted(),
    )
    for (const url of places) {
      const page = await request.get(url ?? '')
      const text = await page.text()
      expect(page.status(), url).toBe(200)
      expect(text, url).toContain(`<link rel="canonical" href="${url}"/>`)
      expect(text, url).toContain('<html lang="ja">')
    }
  })

  test('robots.txtは会員のページを閉じ、sitemapを指す', async ({ request }) => {
    const text = await (await request.get('/robots.txt')).text()
    expect(text).toContain('Disallow: /mypage')
    expect(text).toMatch(/^Sitemap: http.+\/sitemap\.xml$/m)
  })

  test('お知らせはAtomで読める', async ({ request }) => {
    const answer = await request.get('/feed.xml')
    expect(answer.headers()['content-type']).toMatch(/^application\/atom\+xml/)
    expect((await answer.text()).match(/<entry>/g)?.length).toBeGreaterThanOrEqual(10)
    expect(await html(await request.get('/info'))).toContain('type="application/atom+xml"')
  })

  test('ページは、共有したときの題名・説明・絵を持つ', async ({ page, request }) => {
    await page.goto('/fee')
    const content = (property: string) =>
      page.locator(`meta[property="og:${property}"]`).getAttribute('content')
    expect(await content('title')).toBe(await page.title())
    expect(await content('type')).toBe('website')
    const image = await request.get((await content('image')) ?? '')
    expect(image.headers()['content-type']).toBe('image/png')
    for (const icon of ['/favicon.svg', '/apple-touch-icon.png'])
      expect((await request.get(icon)).status()).toBe(200)
  })

  test('料金、よくある質問、パンくずリストは構造化されている', async ({ request }) => {
    const typesOf = async (path: string) => {
      const text = await html(await request.get(path))
      const blocks = text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
      return [...blocks].map(([, block]) => JSON.parse(block ?? '')['@type'])
    }
    expect(await typesOf('/')).toContain('Product')
    expect(await typesOf('/fee')).toEqual(expect.arrayContaining(['BreadcrumbList', 'Product']))
  })

  test('iOSの構成プロファイルは、その種類のファイルとして渡す', async ({ request }) => {
    const answer = await request.get('/apn/hibiki.mobileconfig')
    expect(answer.headers()['content-type']).toBe('application/x-apple-aspen-config')
  })
})

test.describe('おかしな要求', () => {
  const nowhere = [
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/assets/..%2f..%2fserver/index.js',
    '/assets/%2e%2e/%2e%2e/server/index.js',
    '/assets/cop/views/..%2f..%2f..%2f..%2fpackage.json',
    '/%E0%A4%A',
    '/fee%2F',
    '/fee%00',
    '/fee.map',
    '/assets',
    '/assets/nothing.js',
    '/constructor',
    '/__proto__',
    '/.env',
    '/.git/config',
  ]
  for (const path of nowhere)
    test(`${path} は404`, async ({ request }) => {
      const answer = await request.get(path)
      expect(answer.status()).toBe(404)
      expect(await answer.text()).not.toContain('"dependencies"')
    })

  test('ソースマップは渡さない', async ({ request }) => {
    const text = await html(await request.get('/'))
    const script = /\/assets\/[\w.-]+\.js/.exec(text)?.[0] ?? ''
    expect((await request.get(script)).status()).toBe(200)
    expect((await request.get(`${script}.map`)).status()).toBe(404)
  })

  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])
    test(`${method} は405`, async ({ request }) => {
      const answer = await request.fetch('/fee', { method })
      expect(answer.status()).toBe(405)
      expect(answer.headers()['allow']).toContain('GET')
    })

  test('知らない問い合わせは、どれも同じページになる', async ({ request }) => {
    const etags = new Set<string | undefined>()
    const queries = ['', '?a=1', `?a=${'x'.repeat(6000)}`, '?a=1&a=2&a=3', '?%00', '?navi=no']
    for (const query of queries) {
      const answer = await request.get(`/option${query}`)
      expect(answer.status(), query).toBe(200)
      etags.add(answer.headers()['etag'])
    }
    expect(etags.size).toBe(1)
  })

  test('HEADと条件つきの要求に、決まりどおりに答える', async ({ request }) => {
    const got = await request.get('/option')
    const etag = got.headers()['etag'] ?? ''
    const head = await request.head('/option')
    expect([head.status(), head.headers()['etag']]).toEqual([200, etag])
    const again = await request.get('/option', { headers: { 'If-None-Match': etag } })
    expect(again.status()).toBe(304)
  })

  test('戻り先に何が書かれていても、ページは開く', async ({ request }) => {
    for (const path of ['//evil.example', 'https://evil.example', '/\\evil', 'x'.repeat(2048)]) {
      const answer = await request.get('/api/platform/dmm_navi/', {
        params: { is_sp: '0', dmm_login: '0', mvno_member: '0', back_path: path },
      })
      expect(answer.status()).toBe(200)
      expect(await answer.text()).not.toContain('evil.example')
    }
  })
})
