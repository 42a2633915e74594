import { expect, test } from 'vitest'
import { priceRows } from '#domain/catalogue/figure.ts'
import { createPriceBook, publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant } from '#domain/tokyo.ts'
import { requireOffer } from './queries/offers.ts'

const now = instant('2026-11-20T10:00:00+09:00')

test('料金表に行のないデータチャージは、足りない行と日を名指しして断る', () => {
  const book = createPriceBook(priceRows.filter(({ key }) => key !== 'topup.1gb'))
  expect(() => requireOffer('1gb', now, book)).toThrow(
    expect.objectContaining({
      code: 'TOP_UP_NOT_ON_SALE',
      cause: expect.objectContaining({
        message: 'The price book has no row for topup.1gb on 2026-11-20',
      }),
    }),
  )
  expect(requireOffer('1gb', now, publishedPrices).priceYen).toBe(1100)
  expect(() => requireOffer('9gb', now, publishedPrices)).toThrow(
    expect.objectContaining({ code: 'TOP_UP_NOT_ON_SALE', cause: undefined }),
  )
})
