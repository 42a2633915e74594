import { describe, expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { noticeFeed } from './feed.ts'
import { readFragment } from './fragment.ts'
import type { PageFacts } from './rendered-page.ts'
import { priceBook } from './price-book.ts'
import { structuredData } from './structured-data.ts'
import { robotsTxt, sitemapXml } from '../static/for-machines.ts'

const origin = 'https://portal.example'

function facts(path: string, html: string): PageFacts {
  const { headings: _headings, ...read } = readFragment(html)
  return { view: path, path, ...read }
}

const notice = facts(
  '/info/notice260105.html',
  '<span data-title="料金 & 改定" data-description="<要約>" data-date="2026-01-05"></span>',
)

describe('検索と購読の機械が取りに来るもの', () => {
  test('サイトマップにはどのページもあり、日付のあるものには日付がある', () => {
    expect(sitemapXml([facts('/', ''), notice], origin)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://portal.example/</loc></url>
<url><loc>https://portal.example/info/notice260105.html</loc><lastmod>2026-01-05</lastmod></url>
</urlset>
`,
    )
  })

  test('フィードは、日本の日付でお知らせを示し、文字を逃がす', () => {
    const { text: feed } = noticeFeed([notice, facts('/fee', '')], [], origin)
    expect(feed).toContain('<title>料金 &amp; 改定</title>')
    expect(feed).toContain('<updated>2026-01-05T00:00:00+09:00</updated>')
    expect(feed.match(/<entry>/g)).toHaveLength(1)
  })

  test('フィードには掲示中の障害がすべて、いちばん新しい言葉である', () => {
    const { text, modifiedAt } = noticeFeed(
      [notice],
      [
        {
          incidentId: 'out_1',
          title: '通話の障害',
          kind: 'outage',
          severity: 'outage',
          state: 'resolved',
          services: [{ serviceKey: 'voice', name: '音声通話' }],
          areas: [],
          from: '2026-11-20T09:00:00+09:00',
          to: '2026-11-20T12:00:00+09:00',
          emergencyCalls: { state: 'unaffected' },
          otherWays: [],
          updatedAt: '2026-11-20T12:05:00+09:00',
          updates: [{ at: '2026-11-20T12:05:00+09:00', message: '直りました。' }],
        },
      ],
      origin,
    )
    expect(modifiedAt).toBe('2026-11-20T12:05:00+09:00')
    expect(text).toContain(
      `<entry>
<title>【障害・復旧】通話の障害</title>
<id>https://portal.example/info/outage.html#out_1</id>
<link href="https://portal.example/info/outage.html#out_1"/>
<updated>2026-11-20T12:05:00+09:00</updated>
<summary>直りました。</summary>
</entry>
<entry>
<title>料金 &amp; 改定</title>`,
    )
  })

  test('会員の画面に、検索の機械は入らない', () => {
    const robots = robotsTxt(origin)
    expect(robots).toContain('Disallow: /mypage\n')
    expect(robots).toContain('Sitemap: https://portal.example/sitemap.xml')
  })
})

describe('構造化データ', () => {
  const book = priceBook(tokyoDate('2026-11-20'), publishedPrices)
  const page = facts(
    '/support',
    `<span data-title="サポート" data-description="" data-faq></span>
<nav class="breadcrumb"><ol><li><a href="/">トップ</a></li><li>サポート</li></ol></nav>
<details class="accordion"><summary>使えますか</summary><p>使えます。</p><p>&lt;/script&gt;</p></details>`,
  )

  test('パンくずと、ページの質問', () => {
    const [breadcrumb, questions] = structuredData(page, origin, book)
    expect(JSON.parse(breadcrumb ?? '').itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'トップ', item: 'https://portal.example/' },
      {
        '@type': 'ListItem',
        position: 2,
        name: 'サポート',
        item: 'https://portal.example/support',
      },
    ])
    expect(questions).not.toContain('</script>')
    expect(JSON.parse(questions ?? '').mainEntity).toEqual([
      {
        '@type': 'Question',
        name: '使えますか',
        acceptedAnswer: { '@type': 'Answer', text: '使えます。 </script>' },
      },
    ])
  })

  test('料金のページは、どのプランも画面と同じ合計で示す', () => {
    const [product] = structuredData(facts('/fee', ''), origin, book)
    const offers = JSON.parse(product ?? '').offers
    expect(offers).toHaveLength(27)
    expect(offers[8]).toMatchObject({ name: '3GB・音声通話SIM', price: 1191, priceCurrency: 'JPY' })
  })
})
