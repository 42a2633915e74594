import { expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import { linksFromEnvironment } from '#server/content/links.ts'
import { priceBook } from '#server/content/price-book.ts'
import { openBuild } from '#server/pages/web-build.ts'
import { root } from '../../tools/setup/root.ts'

/** From 1 December the 3 GB voice plan costs more: the build knows nothing of it. */
function bookOf(day: TokyoDate) {
  const book = priceBook(day, publishedPrices)
  const rate: typeof book.rate = (key) => {
    const row = book.rate(key)
    return row && key === 'plan.13.voice' && day >= '2026-12-01'
      ? { ...row, tenthsYen: 99_990 }
      : row
  }
  return { ...book, rate }
}

test.each(['2026-11-30', '2026-12-01'])(
  'ビルドのあとで変わる料金は、%sに起動しても、変わる日から新しい料金で出す',
  async (started) => {
    let day = tokyoDate(started)
    const { content } = await openBuild(root, linksFromEnvironment({}), {
      today: () => day,
      bookOf,
    })
    const isRaised = () => content.get('/fee', 'desktop')?.html.includes('9,999円')
    expect(isRaised()).toBe(started === '2026-12-01')
    day = tokyoDate('2026-12-01')
    expect(isRaised()).toBe(true)
  },
)
