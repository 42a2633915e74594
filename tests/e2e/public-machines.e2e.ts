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

  test('お知らせは記事として、どのページもその内容の絵で共有される', async ({ request }) => {
    const sharedAs = async (path: string) => {
      const text = await html(await request.get(path))
      const property = (name: string) =>
        new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(text)?.[1]
      return { property, picture: new URL(property('og:image') ?? '').pathname }
    }
    const notice = await sharedAs('/info/notice261110.html')
    expect(notice.property('og:type')).toBe('article')
    expect(notice.property('article:published_time')).toBe('2026-11-10')
    expect(notice.picture).toBe('/og/notice.png')
    const pictures = new Set<string>()
    for (const path of publicPaths) pictures.add((await sharedAs(path)).picture)
    expect(pictures.size).toBeGreaterThanOrEqual(9)
    for (const picture of pictures) {
      const answer = await request.get(picture)
      expect([picture, answer.status(), answer.headers()['content-type']]).toEqual([
        picture,
        200,
        'image/png',
      ])
    }
  })

  test('favicon.icoとWebマニフェストがあり、マニフェストの絵がある', async ({ request }) => {
    const icon = await request.get('/favicon.ico')
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/x-icon'])
    // ICONDIR: reserved 0, type 1.
    expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0])
    const page = await html(await request.get('/'))
    const link = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? ''
    const manifest = await request.get(link)
    expect(manifest.headers()['content-type']).toBe('application/manifest+json')
    const { name, lang, start_url, icons } = await manifest.json()
    expect([name, lang, start_url]).toEqual(['ひびきモバイル', 'ja', '/'])
    expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual([
      'any',
      '192x192',
      '512x512',
    ])
    for (const { src } of icons) expect((await request.get(src)).status(), src).toBe(200)
  })

  test('brotliを知らない相手には、gzipで渡す', async ({ request }) => {
    for (const path of ['/fee', '/sitemap.xml', '/api/openapi.json']) {
      const answer = await request.get(path, { headers: { 'Accept-Encoding': 'gzip' } })
      expect([path, answer.headers()['content-encoding']]).toEqual([path, 'gzip'])
      expect(answer.status()).toBe(200)
    }
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

test('いまはない入口は、いまのページへ移す', async ({ request }) => {
  for (const [path, to] of [
    ['/-', '/info/notice190723.html'],
    ['/en', '/info/notice190723.html'],
    ['/pv', '/info/notice190723.html'],
    ['/questionnaire', '/'],
    ['/EN', '/info/notice190723.html'],
    ['/talk', '/talk/top.html'],
    ['/talk/', '/talk/top.html'],
    ['/agreement', '/terms'],
    ['/app', '/app/tool.html'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([path, answer.status(), answer.headers()['location']]).toEqual([path, 302, to])
    expect((await request.get(to)).status()).toBe(200)
  }
})

test('index.htmlと書いても、入力や計算のあるページが開く', async ({ request }) => {
  for (const [path, to] of [
    ['/index.html', '/'],
    ['/fee/index.html', '/fee'],
    ['/fee/index.html?gb=20&lines=1', '/fee?gb=20&lines=1'],
    ['/privacy_policy/index.html', '/privacy_policy'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([path, answer.status(), answer.headers()['location']]).toEqual([path, 301, to])
    expect((await request.get(to)).status()).toBe(200)
  }
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

  test('ないページは、何度どう尋ねられても同じ一枚で、条件つきでも404のまま', async ({
    request,
  }) => {
    const etags = new Set<string | undefined>()
    for (let number = 0; number < 30; number += 1) {
      const path = `/${'deep/'.repeat(number)}nowhere-${number}.html?q=${'x'.repeat(number * 100)}`
      const answer = await request.get(path)
      expect(answer.status(), path).toBe(404)
      etags.add(answer.headers()['etag'])
    }
    expect(etags.size).toBe(1)
    const [etag = ''] = etags
    const again = await request.get('/nowhere', { headers: { 'If-None-Match': etag } })
    expect(again.status()).toBe(404)
    const head = await request.head('/nowhere')
    expect([head.status(), (await head.body()).byteLength]).toEqual([404, 0])
  })

  test('navi=noneは、くり返しの中にあっても効く', async ({ request }) => {
    const bare = await html(await request.get('/option?navi=none'))
    expect(bare).not.toContain('<footer')
    for (const query of [
      '?navi=x&navi=none',
      '?navi=none&navi=x',
      `?${'a=1&'.repeat(500)}navi=none`,
    ])
      expect(await html(await request.get(`/option${query}`)), query).toBe(bare)
    expect(await html(await request.get('/option?navi=NONE'))).toContain('<footer')
  })

  test('長すぎる要求は断り、次の要求には答える', async ({ request }) => {
    const answer = await request.get(`/option?${'x'.repeat(40_000)}`)
    expect(answer.status()).toBe(431)
    expect((await request.get('/option')).status()).toBe(200)
  })

  test('ほかの名前で呼ばれても、自分の名前で答える', async ({ request, baseURL }) => {
    const own = await html(await request.get('/option'))
    const answer = await request.get('/option', {
      headers: { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
    })
    expect(await html(answer)).toBe(own)
    expect(own).toContain(`<link rel="canonical" href="${baseURL}/option"/>`)
  })

  test('ファイルも、HEADと条件つきの要求に答え、知らない方法を断る', async ({ request }) => {
    const file = /\/assets\/[\w.-]+\.js/.exec(await html(await request.get('/')))?.[0] ?? ''
    const got = await request.get(file)
    const etag = got.headers()['etag'] ?? ''
    const head = await request.head(file)
    expect([head.status(), head.headers()['etag']]).toEqual([200, etag])
    expect((await head.body()).byteLength).toBe(0)
    for (const tags of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await request.get(file, { headers: { 'If-None-Match': tags } })
      expect([tags, again.status(), (await again.body()).byteLength]).toEqual([tags, 304, 0])
    }
    const other = await request.get(file, { headers: { 'If-None-Match': '"other"' } })
    expect(other.status()).toBe(200)
    expect((await request.delete(file)).status()).toBe(405)
  })

  test('ページへの送信は、受け取るページでなければ405', async ({ request }) => {
    for (const path of ['/option', '/beginner/simfree.html']) {
      const answer = await request.post(path, { form: { a: '1' } })
      expect([path, answer.status()]).toEqual([path, 405])
    }
  })

  test('APIは、知らない道に404、違う方法に405とAllowを、JSONで答える', async ({ request }) => {
    const cases = [
      ['GET', '/api/no-such/', 404],
      ['GET', '/api/', 404],
      ['GET', '/api/%2e%2e/package.json', 404],
      ['DELETE', '/api/platform/auth/', 405],
      ['PUT', '/api/platform/auth', 405],
      ['PROPFIND', '/api/platform/auth/', 405],
    ] as const
    for (const [method, path, status] of cases) {
      const answer = await request.fetch(path, { method })
      expect([method, path, answer.status()]).toEqual([method, path, status])
      if (status === 405) expect(answer.headers()['allow']).toContain('GET')
    }
    const head = await request.head('/api/platform/auth/')
    expect([head.status(), (await head.body()).byteLength]).toEqual([200, 0])
  })
})
