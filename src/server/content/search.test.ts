import { describe, expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { renderContent } from './build.ts'
import { linksFromEnvironment } from './links.ts'
import { priceBook } from './price-book.ts'
import { searchSite } from './search.ts'
import { searchIndexOf } from './search-index.ts'
import { readSources } from './source.ts'

const book = priceBook(tokyoDate('2026-11-20'), publishedPrices)
const index = searchIndexOf(renderContent(readSources('content'), book, linksFromEnvironment({})))
const hrefsOf = (q: string) => searchSite(index, q).map(({ href }) => href)

describe('a search of the site leads to its answer', () => {
  test.each([
    ['APN', '/apn'],
    ['解約したい', '/support#leave'],
    ['退会', '/support#leave'],
    ['スマホを紛失', '/support#lost'],
    ['つながらない', '/support#trouble'],
    ['スマホ なくした', '/support#lost'],
    ['ﾃﾞｰﾀﾁｬｰｼﾞ', '/fee#topups'],
    ['eSIM 再発行', '/support#procedures'],
    ['領収書', '/support#questions'],
    ['かけ放題', '/fee#voice'],
    ['引っ越し', '/support#procedures'],
    ['ロック', '/support#safety'],
    ['ログイン 履歴', '/support#safety'],
    ['乗っ取り', '/support#safety'],
    ['個人情報 持ち出し', '/support#safety'],
    ['ポイント', '/support#questions'],
    ['端末 修理', '/support#procedures'],
    ['端末保証', '/option#device-cover'],
    ['障害', '/info/outage.html'],
    ['留守番電話', '/option#voicemail'],
  ])('%s: %s', (q, href) => {
    expect(hrefsOf(q).slice(0, 5)).toContainEqual(expect.stringContaining(href))
  })
})

test('half-width, full-width, kana and case make no difference', () => {
  expect(hrefsOf('ＡＰＮ')).toEqual(hrefsOf('apn'))
  expect(hrefsOf('ちゃーじ')).toEqual(hrefsOf('ﾁｬｰｼﾞ'))
})

test('every place that is found is there, once, with the words asked for', () => {
  const ids = new Set(index.sections.map(({ href }) => href))
  const hits = searchSite(index, '本人確認')
  expect(hits.length).toBeGreaterThan(3)
  expect(hits.every(({ href }) => ids.has(href))).toBe(true)
  expect(new Set(hits.map(({ href }) => href)).size).toBe(hits.length)
  expect(hits[0]?.excerpt).toContainEqual({ text: '本人確認', isAsked: true })
})

test.each(['', ' ', 'ぬるぽがっ', '\u0000', '😀', '%'])('「%s」 finds nothing', (q) => {
  expect(searchSite(index, q)).toEqual([])
})

test('a very long question is answered by its beginning', () => {
  expect(searchSite(index, '解約 '.repeat(10_000)).length).toBeGreaterThan(0)
})
