import { expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { renderContent } from '#server/content/build.ts'
import { htmlStandardFindings } from '#server/content/check/html-standard.ts'
import { linksFromEnvironment } from '#server/content/links.ts'
import { priceBookToday } from '#server/content/price-book.ts'
import { readSources } from '#server/content/source.ts'
import { developerFragments } from '#server/developers/developers.ts'

const sources = {
  公開サイトの: readSources('content'),
  開発者の: { fragments: developerFragments(), drawings: new Map<string, string>() },
}

test.each(Object.entries(sources))(
  '%sページは、どれもHTMLの標準のとおり',
  async (_, part) => {
    const pages = renderContent(part, priceBookToday(publishedPrices), linksFromEnvironment({}))
    expect(pages.length).toBeGreaterThan(40)
    expect(await htmlStandardFindings(pages)).toEqual([])
  },
  600_000,
)
