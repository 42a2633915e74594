import { describe, expect, test } from 'vitest'
import { publicPaths } from '../public-pages.ts'
import { request } from './portal.ts'

describe('検索エンジンと共有のために', () => {
  test('sitemap.xmlのすべてのページがあり、それが正規のURLである', async () => {
    const answer = await request('/sitemap.xml')
    expect(answer.headers['content-type']).toMatch(/^application\/xml/)
    const locations = [...answer.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
    expect(locations.map((url) => new URL(url ?? '').pathname).toSorted()).toEqual(
      publicPaths.toSorted(),
    )
    for (const url of locations) {
      const page = await request(url ?? '')
      const text = page.text
      expect(page.status, url).toBe(200)
      expect(text, url).toContain(`<link rel="canonical" href="${url}"/>`)
      expect(text, url).toContain('<html lang="ja">')
    }
  })

  test('robots.txtは会員のページを閉じ、sitemapを指す', async () => {
    const { text } = await request('/robots.txt')
    expect(text).toContain('Disallow: /mypage')
    expect(text).toMatch(/^Sitemap: http.+\/sitemap\.xml$/m)
  })

  test('お知らせはAtomで読める', async () => {
    const answer = await request('/feed.xml')
    expect(answer.headers['content-type']).toMatch(/^application\/atom\+xml/)
    expect(answer.text.match(/<entry>/g)?.length).toBeGreaterThanOrEqual(10)
    expect((await request('/info')).text).toContain('type="application/atom+xml"')
  })

  test('料金はJSON、CSV、変更のフィードで、ほかのサイトからも読め、お知らせへ導く', async () => {
    for (const [path, type] of [
      ['/prices.json', 'application/json; charset=utf-8'],
      ['/prices.csv', 'text/csv; charset=utf-8'],
      ['/prices.xml', 'application/atom+xml; charset=utf-8'],
    ] as const) {
      const { status, headers } = await request(path, { headers: { Origin: 'https://a.example' } })
      expect([
        path,
        status,
        headers['content-type'],
        headers['access-control-allow-origin'],
      ]).toEqual([path, 200, type, '*'])
    }
    const { prices } = JSON.parse((await request('/prices.json')).text)
    const size = prices.find((row: { key: string }) => row.key === 'plan.13.voice')
    expect(size.taxIncludedTenthsYen).toBe(11_880)
    expect((await request('/fee')).text).toContain('1,188円')
    const links = (await request('/prices.xml')).text.matchAll(/<entry>[\s\S]*?href="([^"]+)"/g)
    for (const [, link] of links) {
      expect(link).toContain('/info/notice')
      expect((await request(link ?? '')).status).toBe(200)
    }
  })

  test('ページは、共有したときの題名・説明・絵を持つ', async () => {
    const { text } = await request('/fee')
    const content = (property: string) =>
      new RegExp(`<meta property="og:${property}" content="([^"]+)"`).exec(text)?.[1]
    expect(content('title')).toBe(/<title>([^<]+)<\/title>/.exec(text)?.[1])
    expect(content('description')).toMatch(/\S/)
    expect(content('type')).toBe('website')
    const image = await request(content('image') ?? '')
    expect(image.headers['content-type']).toBe('image/png')
    for (const icon of ['/favicon.svg', '/apple-touch-icon.png'])
      expect((await request(icon)).status).toBe(200)
  })

  test('お知らせは記事として、どのページもその内容の絵で共有される', async () => {
    const sharedAs = async (path: string) => {
      const text = (await request(path)).text
      const property = (name: string) =>
        new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(text)?.[1]
      return { property, picture: new URL(property('og:image') ?? '').pathname }
    }
    const notice = await sharedAs('/info/notice261110.html')
    expect(notice.property('og:type')).toBe('article')
    expect(notice.property('article:published_time')).toBe('2026-11-10')
    expect(notice.picture).toBe('/og/info/notice261110.png')
    const pictures = new Set<string>()
    for (const path of publicPaths) pictures.add((await sharedAs(path)).picture)
    // Pages for developers share the picture of the first of them.
    const withOwn = publicPaths.filter((path) => !path.startsWith('/developers/'))
    expect(pictures.size).toBe(withOwn.length)
    for (const picture of pictures) {
      const answer = await request(picture)
      expect([picture, answer.status, answer.headers['content-type']]).toEqual([
        picture,
        200,
        'image/png',
      ])
    }
  })

  test('favicon.icoとWebマニフェストがあり、マニフェストの絵がある', async () => {
    const icon = await request('/favicon.ico')
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/x-icon'])
    // ICONDIR: reserved 0, type 1.
    expect([...icon.body.subarray(0, 4)]).toEqual([0, 0, 1, 0])
    const page = (await request('/')).text
    const link = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? ''
    const manifest = await request(link)
    expect(manifest.headers['content-type']).toBe('application/manifest+json')
    const { id, name, display, start_url, icons, shortcuts, screenshots } = JSON.parse(
      manifest.text,
    )
    expect([id, name, display]).toEqual(['/mypage/', 'ひびきモバイル', 'standalone'])
    expect(start_url).toBe('/mypage/top.html')
    const as = ({ sizes, purpose = 'any' }: { sizes: string; purpose?: string }) =>
      `${sizes} ${purpose}`
    expect(icons.map(as)).toEqual([
      'any any',
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ])
    expect(shortcuts.map((one: { name: string }) => one.name)).toEqual([
      '残量',
      'チャージ',
      '支払い',
      'スマホをなくした',
    ])
    for (const { src } of [...icons, ...screenshots])
      expect((await request(src)).status, src).toBe(200)
  })

  test('brotliを知らない相手には、gzipで渡す', async () => {
    for (const path of ['/fee', '/sitemap.xml', '/api/openapi.json']) {
      const answer = await request(path, { headers: { 'Accept-Encoding': 'gzip' } })
      expect([path, answer.headers['content-encoding']]).toEqual([path, 'gzip'])
      expect(answer.status).toBe(200)
    }
  })

  test('料金、よくある質問、パンくずリストは構造化されている', async () => {
    const typesOf = async (path: string) => {
      const text = (await request(path)).text
      const blocks = text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
      return [...blocks].map(([, block]) => JSON.parse(block ?? '')['@type'])
    }
    expect(await typesOf('/')).toContain('Product')
    expect(await typesOf('/fee')).toEqual(expect.arrayContaining(['BreadcrumbList', 'Product']))
  })

  test('iOSの構成プロファイルは、その種類のファイルとして渡す', async () => {
    const answer = await request('/apn/hibiki.mobileconfig')
    expect(answer.headers['content-type']).toBe('application/x-apple-aspen-config')
  })
})

test('いまはない入口は、いまのページへ移す', async () => {
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
    const answer = await request(path)
    expect([path, answer.status, answer.headers['location']]).toEqual([path, 302, to])
    expect((await request(to)).status).toBe(200)
  }
})

test('index.htmlと書いても、入力や計算のあるページが開く', async () => {
  for (const [path, to] of [
    ['/index.html', '/'],
    ['/fee/index.html', '/fee'],
    ['/fee/index.html?gb=20&lines=1', '/fee?gb=20&lines=1'],
    ['/privacy_policy/index.html', '/privacy_policy'],
  ] as const) {
    const answer = await request(path)
    expect([path, answer.status, answer.headers['location']]).toEqual([path, 301, to])
    expect((await request(to)).status).toBe(200)
  }
})
