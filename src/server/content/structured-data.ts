import { brand } from '#brand'
import type { PriceBook } from './figures.ts'
import type { PageFacts } from './rendered-page.ts'

/** Pages that sell: they carry the offers. */
const pagesWithOffers = ['/', '/fee']
const kinds = [
  { kind: 'data', name: 'データSIM' },
  { kind: 'sms', name: 'データ＋SMS' },
  { kind: 'voice', name: '音声通話SIM' },
] as const

type Thing = { '@context': string; '@type': string; [property: string]: unknown }

/** The JSON-LD blocks of a page, safe inside a script element. */
export function structuredData(page: PageFacts, origin: string, book: PriceBook): string[] {
  const things = [
    ...(page.breadcrumb.length > 1 ? [breadcrumb(page, origin)] : []),
    ...(page.questions.length > 0 ? [questions(page)] : []),
    ...(pagesWithOffers.includes(page.path) ? [product(origin, book)] : []),
  ]
  return things.map((thing) => JSON.stringify(thing).replaceAll('<', '\\u003c'))
}

function breadcrumb(page: PageFacts, origin: string): Thing {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: page.breadcrumb.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: new URL(crumb.path ?? page.path, origin).href,
    })),
  }
}

function questions(page: PageFacts): Thing {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: page.questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function product(origin: string, book: PriceBook): Thing {
  const offers = book.plans().flatMap((plan) =>
    kinds.flatMap(({ kind, name }) => {
      const quote = book.quote(plan.code, kind)
      return quote ? [offer(`${plan.name}・${name}`, quote.monthlyYen, origin)] : []
    }),
  )
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `${brand.service} 料金プラン`,
    description:
      'スマートフォンで使えるSIMと料金プラン。価格は1回線の毎月の合計（税込、各社共通の料金を含む）です。',
    brand: { '@type': 'Brand', name: brand.service },
    offers,
  }
}

function offer(name: string, priceYen: number, origin: string) {
  return {
    '@type': 'Offer',
    name,
    url: new URL('/fee', origin).href,
    price: priceYen,
    priceCurrency: 'JPY',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: priceYen,
      priceCurrency: 'JPY',
      unitCode: 'MON',
      valueAddedTaxIncluded: true,
    },
  }
}
