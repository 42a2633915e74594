import { brand } from '#brand'
import { priceLabel } from '#backend/contract/wording.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { plans } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import {
  priceChanges,
  pricePeriods,
  type PriceChange,
  type PricePeriod,
} from '#domain/catalogue/price-history.ts'
import { taxSource } from '#domain/catalogue/tax.ts'
import { addDays } from '#domain/tokyo.ts'
import { csvOf } from '#vocabulary/csv.ts'
import { taxNames, unitLabels } from '#vocabulary/price.ts'
import { openPrices } from '#vocabulary/site-pages.ts'
import { formatTenthsYen } from '#vocabulary/yen.ts'
import { atomFeed } from './atom.ts'
import { noticesOf } from './notices.ts'
import type { PageFacts } from './rendered-page.ts'

/** The price list for programs: all of it with its dates, as JSON, as CSV, and each change in words before its day comes. */
export function openPriceFiles(book: PriceBook, pages: PageFacts[], origin: string) {
  const files = [
    {
      path: openPrices.json,
      type: 'application/json; charset=utf-8',
      make: () => ({ text: pricesJson(book) }),
    },
    {
      path: openPrices.csv,
      type: 'text/csv; charset=utf-8',
      make: () => ({ text: pricesCsv(book) }),
    },
    {
      path: openPrices.changes,
      type: 'application/atom+xml; charset=utf-8',
      make: () => changeFeed(book, pages, origin),
    },
  ]
  return files.map((file) => ({ ...file, readFromAnywhere: true }))
}

/** Fields are added to it; none is renamed, and none changes its meaning. */
function pricesJson(book: PriceBook): string {
  return `${JSON.stringify(
    {
      service: brand.service,
      operator: brand.company,
      currency: 'JPY',
      timeZone: 'Asia/Tokyo',
      taxes: book.taxes.map(({ percent, validFrom, validTo = null }) => ({
        key: 'tax.standard',
        percent,
        validFrom,
        validTo,
        source: taxSource,
      })),
      prices: pricePeriods(book).map(toOpenPrice),
      plans: plans.map(({ code, name, baseBytes, shareable, validFrom, validTo = null }) => ({
        plan: code,
        name,
        baseBytes,
        shareable,
        validFrom,
        validTo,
      })),
    },
    undefined,
    1,
  )}\n`
}

function toOpenPrice({ id, price, taxPercent, taxIncludedTenthsYen, ...days }: PricePeriod) {
  return {
    id,
    key: price.key,
    label: priceLabel(price.key),
    unit: price.unit,
    tax: price.tax,
    taxPercent: price.tax === 'outOfScope' ? null : taxPercent,
    amountTenthsYen: price.tenthsYen,
    taxIncludedTenthsYen,
    validFrom: days.validFrom,
    validTo: days.validTo ?? null,
    announcedOn: days.announcedOn,
    source: price.source,
  }
}

function pricesCsv(book: PriceBook): string {
  const rows = pricePeriods(book).map(toOpenPrice)
  const [first] = rows
  const columns = Object.keys(first ?? {})
  return csvOf([columns, ...rows.map((row) => Object.values(row).map((cell) => cell ?? undefined))])
}

/** Atom (RFC 4287). An entry leads to the notice of the day on which it was announced, or else to the price list. */
function changeFeed(book: PriceBook, pages: PageFacts[], origin: string) {
  const notices = new Map(noticesOf(pages).map(({ date, path }) => [date, path]))
  return atomFeed({
    title: `${brand.service} 料金の変更`,
    page: '/fee',
    path: openPrices.changes,
    origin,
    entries: priceChanges(book).map((change) => ({
      id: `${openPrices.changes}#${change.id}`,
      title: changeTitle(change),
      path: notices.get(change.announcedOn) ?? '/fee',
      updated: `${change.announcedOn}T00:00:00+09:00`,
      summary: changeWords(change),
    })),
  })
}

const changeTitle = ({ key, on }: PriceChange) => `${priceLabel(key)}（${formatDay(on)}から）`

function changeWords({ key, on, before, after }: PriceChange): string {
  const label = priceLabel(key)
  if (after === undefined)
    return `${label}は、${formatDay(addDays(on, -1))}の利用分で終わります。${formatDay(on)}からはかかりません。`
  if (before === undefined) return `${formatDay(on)}から、${label}が${perUnit(after)}かかります。`
  const [earlier, later] = [before, after].map(perUnit)
  return `${formatDay(on)}から、${label}が${earlier}から${later}に変わります。`
}

/** `1番号につき2.2円（税込）` */
function perUnit({ price, taxIncludedTenthsYen }: PricePeriod): string {
  const tax = price.tax === 'outOfScope' ? taxNames.outOfScope : taxNames.included
  return `1${unitLabels[price.unit]}につき${formatTenthsYen(taxIncludedTenthsYen)}（${tax}）`
}
