import { describe, expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { renderContent } from './build.ts'
import { linksFromEnvironment } from './links.ts'
import { priceBook } from './price-book.ts'
import { searchSite } from './search.ts'
import { searchIndexOf } from './search-index.ts'
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
