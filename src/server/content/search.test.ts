import { describe, expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { renderContent } from './build.ts'
import { linksFromEnvironment } from './links.ts'
import { priceBook } from './price-book.ts'
import { searchSite } from './search.ts'
import { searchIndexOf } from './make-search-index.ts'
import { trueQueries } from '#tests/facts/search-queries.ts'
import { readSources } from './source.ts'

const book = priceBook(tokyoDate('2026-11-20'), publishedPrices)
const index = searchIndexOf(renderContent(readSources('content'), book, linksFromEnvironment({})))
const hrefsOf = (q: string) => searchSite(index, q).map(({ href }) => href)

describe('よくある100あまりの質問は、はじめの5件に答えがある', () => {
  test('質問は100以上ある', () => {
    expect(new Set(trueQueries.map(([asked]) => asked)).size).toBeGreaterThanOrEqual(100)
  })

  test.each(trueQueries)('%s', (asked, answeredAt) => {
    const wanted = [answeredAt].flat()
    const found = hrefsOf(asked).slice(0, 5)
    expect(
      found.filter((href) => wanted.some((start) => href.startsWith(start))),
      found.join(' '),
    ).not.toEqual([])
  })
})

test('「引き落とし」は、落とした物の話ではない', () => {
  for (const asked of ['引き落とし', '口座引落', '引き落としできない'])
    expect(hrefsOf(asked).slice(0, 3)).not.toContain('/support#lost')
})

test('半角、全角、かな、大文字小文字で変わらない', () => {
  expect(hrefsOf('ＡＰＮ')).toEqual(hrefsOf('apn'))
  expect(hrefsOf('ちゃーじ')).toEqual(hrefsOf('ﾁｬｰｼﾞ'))
})

test('見つかった場所はどれも実在し、1回だけ、聞いた言葉がある', () => {
  const ids = new Set(index.sections.map(({ href }) => href))
  const hits = searchSite(index, '本人確認')
  expect(hits.length).toBeGreaterThan(3)
  expect(hits.every(({ href }) => ids.has(href))).toBe(true)
  expect(new Set(hits.map(({ href }) => href)).size).toBe(hits.length)
  expect(hits[0]?.excerpt).toContainEqual({ text: '本人確認', isAsked: true })
})

test.each(['', ' ', 'ぬるぽがっ', '\u0000', '😀', '%'])('「%s」では何も見つからない', (q) => {
  expect(searchSite(index, q)).toEqual([])
})

test('とても長い質問には、始めの部分で答える', () => {
  expect(searchSite(index, '解約 '.repeat(10_000)).length).toBeGreaterThan(0)
})
