import { expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { renderContent } from '#server/content/build.ts'
import { htmlStandardFindings } from '#server/content/check/html-standard.ts'
import { linksFromEnvironment } from '#server/content/links.ts'
import { priceBookToday } from '#server/content/price-book.ts'
import { developerFragments } from '#server/developers/developers.ts'

test('開発者のページはどれも、HTMLの標準のとおり', async () => {
  const developers = { fragments: developerFragments(), drawings: new Map<string, string>() }
  const pages = renderContent(developers, priceBookToday(publishedPrices), linksFromEnvironment({}))
  expect(pages.length).toBeGreaterThan(40)
  expect(await htmlStandardFindings(pages)).toEqual([])
}, 600_000)
