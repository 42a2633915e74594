import { formatTenthsYen } from '#vocabulary/yen.ts'
import { brand } from '#brand'
import { inlineDrawing } from '#ui/drawing/drawing-text.ts'
import { firstBillDrawing } from '#ui/drawing/first-bill.ts'
import { lineKinds } from '#vocabulary/line.ts'
import { apn } from './apn.ts'
import { dateText, exTaxPriceText, priceText } from './figures.ts'
import type { PriceBook, PrintedRate } from './figures.ts'
import { escapeMarkup } from './escape-markup.ts'
import { include } from './includes.ts'
import type { ContentLinks } from './links.ts'
import type { PageFacts } from './rendered-page.ts'
import type { Placeholder, Resolve } from './placeholder.ts'
import { table } from './tables.ts'

export type PageWords = {
  book: PriceBook
  links: ContentLinks
  pages: PageFacts[]
  /** Name → SVG text. */
  drawings: Map<string, string>
}

/** The meaning of every placeholder an editor may write. */
export function pageText(words: PageWords): Resolve {
  return ({ name, argument }: Placeholder) => {
    const rate = () => words.book.rate(argument)
    switch (name) {
      case 'price':
        return print(rate(), priceText)
      case 'priceEx':
        return print(rate(), exTaxPriceText)
      case 'yen':
        return print(rate(), (found) => formatTenthsYen(found.tenthsYen))
      case 'amount':
        return print(rate(), (found) => formatTenthsYen(found.tenthsYen).replace('円', ''))
      case 'validFrom':
        return print(words.book.rate(argument) ?? words.book.rates(argument).at(-1), (found) =>
          dateText(found.validFrom),
        )
      case 'quote':
        return quoteText(words.book, argument)
      case 'plan':
        return planText(words.book, argument)
      case 'firstData':
        return firstDataText(words.book, argument)
      case 'rule':
        return lookUp(words.book.rules(), argument)
      case 'table':
        return table(argument, words.book)
      case 'include':
        return include(argument, words.pages, words.book)
      case 'apn':
        return lookUp(apn, argument)
      case 'copy':
        return copyButton(argument)
      case 'drawing':
        return drawing(argument, words)
      default:
        return dotted(name, words.links)
    }
  }
}

function print(rate: PrintedRate | undefined, text: (rate: PrintedRate) => string) {
  return rate && text(rate)
}

/** `{{drawing esim}}` says in words what it shows; `{{drawing esim silent}}` stands beside words that do. */
function drawing(argument: string, { drawings, book }: PageWords): string | undefined {
  const [name = '', silent] = argument.split(' ')
  const svg = name === 'first-bill' ? firstBillDrawing(book.firstBill()) : drawings.get(name)
  if (svg === undefined || (silent !== undefined && silent !== 'silent')) return undefined
  return inlineDrawing(svg, silent === 'silent' ? '' : undefined)
}

/** `{{copy name APN}}`: the button beside a value of the access point (`src/ui/copy-button.tsx` draws the same). */
function copyButton(argument: string): string | undefined {
  const [key = '', label = ''] = argument.split(' ')
  const value = lookUp(apn, key)
  if (value === undefined || label === '') return undefined
  const words = `<span aria-live="polite">コピー</span><span class="visually-hidden">（${label}）</span>`
  return `<button type="button" class="button copy" data-copy="${value}">${words}</button>`
}

function planText(book: PriceBook, argument: string): string | undefined {
  const [code, field] = argument.split('.')
  const plan = book.plans().find((entry) => String(entry.code) === code)
  if (plan === undefined) return undefined
  if (field === 'gb') return `${plan.gb}GB`
  return field === 'name' ? plan.name : undefined
}

/** `{{quote 13.voice}}`: a month of one line, everything included; `{{quote 13.voice.once}}`: what the start costs. */
function quoteText(book: PriceBook, argument: string): string | undefined {
  const [code, kind, part] = argument.split('.')
  const known = lineKinds.find((one) => one === kind)
  const quote = known && book.quote(Number(code), known)
  if (quote === undefined) return undefined
  return formatTenthsYen((part === 'once' ? quote.oneOffYen : quote.monthlyYen) * 10)
}

/** `{{firstData 13.23/30}}`: 3 GB begun on the 23rd of a month of 30 days. */
function firstDataText(book: PriceBook, argument: string): string | undefined {
  const [, plan, day, days] = /^(\d+)\.(\d+)\/(\d+)$/.exec(argument) ?? []
  return days === undefined ? undefined : book.firstData(Number(plan), Number(day), Number(days))
}

function dotted(name: string, links: ContentLinks): string | undefined {
  if (name.startsWith('brand.')) return lookUp(brand, name.slice('brand.'.length))
  if (name.startsWith('link.')) return lookUp(links, name.slice('link.'.length))
  return undefined
}

function lookUp(facts: Record<string, string>, key: string): string | undefined {
  const found = Object.entries(facts).find(([name]) => name === key)
  return found && escapeMarkup(found[1])
}
