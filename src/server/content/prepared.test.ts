import { expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { makeContent } from './make-content.ts'
import type { Content } from './manifest.ts'
import { prepareContent } from './prepare.ts'
import { isDrawnAt, openContent } from './prepared.ts'
import { priceBook } from './price-book.ts'
import { readSources } from './source.ts'

const links = {
  site: 'https://mobile.example',
  faq: 'https://help.example/?a=1&b=2',
  inquiry: 'https://help.example/ask',
  talkFaq: 'https://help.example/talk',
  pointsPartner: 'https://points.example/',
}
const book = priceBook(tokyoDate('2026-11-20'), publishedPrices)
const built = prepareContent('content', book)

const textsOf = (content: Content) =>
  content
    .paths()
    .map((path) => [path, content.get(path, 'desktop')?.html, content.get(path, 'mobile')?.html])

test('ビルドが用意したものは、いま作るものと同じで、番地はいまのもの', () => {
  const opened = openContent(JSON.parse(JSON.stringify(built.content)), links, {
    laterTexts: () => ({}),
    searchIndex: () => JSON.parse(JSON.stringify(built.searchIndex)),
  })
  const drawn = makeContent([readSources('content')], { book, links })
  expect(textsOf(opened)).toEqual(textsOf(drawn))
  expect(opened.pages()).toEqual(drawn.pages())
  expect(opened.search('本人確認')).toEqual(drawn.search('本人確認'))
  expect(opened.search('本人確認').length).toBeGreaterThan(3)
  expect(textsOf(opened).join()).toContain('https://help.example/?a=1&amp;b=2')
  expect(textsOf(opened).join()).not.toContain('.invalid')
})

test('探す言葉の表は、はじめて探されるまで読まない', () => {
  let times = 0
  const searchIndex = () => {
    times += 1
    return built.searchIndex
  }
  const opened = openContent(built.content, links, { laterTexts: () => ({}), searchIndex })
  expect(textsOf(opened).length).toBeGreaterThan(50)
  expect(times).toBe(0)
  opened.search('料金')
  opened.search('解約')
  expect(times).toBe(1)
})

test('ビルドのあとで料金が変わったと、分かる', () => {
  const raised = {
    ...book,
    rate: (key: string) => {
      const rate = book.rate(key)
      return rate && key === 'plan.13.voice' ? { ...rate, tenthsYen: 99_990 } : rate
    },
  }
  expect(isDrawnAt(built.content, book)).toBe(true)
  expect(isDrawnAt(built.content, raised)).toBe(false)
  const drawn = makeContent([readSources('content')], { book: raised, links })
  expect(drawn.get('/fee', 'desktop')?.html).toContain('9,999円')
})
