import { expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { renderContent } from './build.ts'
import { contentOf } from './manifest.ts'
import { openContent, prepareContent } from './prepared.ts'
import { priceBook } from './price-book.ts'
import { readSources } from './source.ts'

const contentFolder = 'content'
const links = {
  site: 'https://mobile.example',
  faq: 'https://help.example/?a=1&b=2',
  inquiry: 'https://help.example/ask',
  talkFaq: 'https://help.example/talk',
  pointsPartner: 'https://points.example/',
}
const laterTexts = () => ({})
const book = priceBook(tokyoDate('2026-11-20'), publishedPrices)

const textsOf = (content: ReturnType<typeof contentOf>) =>
  content
    .paths()
    .map((path) => [path, content.get(path, 'desktop')?.html, content.get(path, 'mobile')?.html])

test('ビルドが用意したものは、いま作るものと同じで、番地はいまのもの', () => {
  const { content: prepared } = JSON.parse(JSON.stringify(prepareContent(contentFolder, book)))
  const opened = openContent(prepared, { contentFolder: '/nowhere', book, links, laterTexts })
  const rendered = contentOf(renderContent(readSources(contentFolder), book, links))
  expect(textsOf(opened)).toEqual(textsOf(rendered))
  expect(opened.pages()).toEqual(rendered.pages())
  expect(textsOf(opened).join()).toContain('https://help.example/?a=1&amp;b=2')
  expect(textsOf(opened).join()).not.toContain('.invalid')
})

test('ビルドのあとで変わった料金は、変わったあとの料金で出す', () => {
  const { content: prepared } = prepareContent(contentFolder, book)
  const raised = {
    ...book,
    rate: (key: string) => {
      const rate = book.rate(key)
      return rate && key === 'plan.13.voice' ? { ...rate, tenthsYen: 99_990 } : rate
    },
  }
  const opened = openContent(prepared, { contentFolder, book: raised, links, laterTexts })
  expect(opened.get('/fee', 'desktop')?.html).toContain('9,999円')
})
