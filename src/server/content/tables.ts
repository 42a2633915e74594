import { formatTenthsYen } from '#vocabulary/yen.ts'
import { abroadDestinations } from '#domain/catalogue/abroad.ts'
import { smsSteps } from '#domain/catalogue/call-prices.ts'
import { dateText } from './figures.ts'
import type { PriceBook, PrintedRate } from './figures.ts'
import { escapeMarkup } from './escape-markup.ts'
import { quoteYen } from './plan-choice.ts'
import { fees, lineKinds, oneOffs, options, topups, voiceRates } from './table-rows.ts'
import type { Row } from './table-rows.ts'
import { touchingRings } from './touching-rings.ts'
import { usageExamples } from './usage-examples.ts'

/** The whole tables a page may ask for: one place for their words, every figure from the price book. */
export function table(name: string, book: PriceBook): string | undefined {
  if (name === 'plans') return planTable(book)
  if (name === 'share') return shareTable(book)
  if (name === 'sms') return smsTable(book)
  if (name === 'abroad') return abroadTable(book)
  if (name === 'fees') return feeTable(book, fees)
  const fee = fees.filter((row) => name === `fees ${row.key}`)
  if (fee.length > 0) return feeTable(book, fee)
  if (name === 'topups') return rowTable(book, topups, 'データチャージの料金', '使える期間', '料金')
  if (name === 'oneOff') return rowTable(book, oneOffs, '一度だけかかる費用', 'かかるとき', '費用')
  if (name === 'options') return rowTable(book, options, 'オプションの月額料金', '対象', '月額')
  if (name === 'voice') return rowTable(book, voiceRates, '通話料', '単位', '料金')
  return undefined
}

const TABLE_SCALE = 3.8

/** Every size with its rings, an example of use, the price of each kind, and what a voice line is really charged. */
function planTable(book: PriceBook): string {
  const plans = book.plans()
  const largest = Math.max(...plans.map(({ gb }) => gb))
  const rows = plans.map((plan) => {
    const { code, name, gb, shareable } = plan
    const rings = touchingRings({ sizes: [gb, largest], own: gb, scale: TABLE_SCALE })
    const use = gb === 0 ? `いつでも最大${book.rules()['lowSpeed']}` : useOf(code)
    const total = formatTenthsYen(quoteYen(book, code, 'voice') * 10)
    const [data, sms, voice] = lineKinds.map(({ kind }) => money(book, `plan.${code}.${kind}`))
    const more = shareable ? '<small>分け合える</small>' : ''
    return [
      `<tr><th scope="row"><span class="plan-table__size">${rings}<span>${name}${more}</span></span></th>`,
      `<td class="plan-table__use">${use}</td><td class="amount">${data}</td><td class="amount">${sms}</td>`,
      `<td class="amount plan-table__voice">${voice}<small>計${total}</small></td>`,
      `<td class="amount plan-table__total">${total}</td></tr>`,
    ].join('')
  })
  const [data, sms, voice] = lineKinds.map(({ heading }) => heading)
  return [
    '<div class="table-scroll plan-table"><table class="table">',
    `<caption>月額料金（税込）。${since(book, 'plan.13.voice')}</caption>`,
    '<thead><tr><th scope="col">容量</th><th scope="col" class="plan-table__use">1日の使い方の例</th>',
    `<th scope="col" class="amount">${data}</th><th scope="col" class="amount">${sms}</th>`,
    `<th scope="col" class="amount plan-table__voice">${voice}</th>`,
    '<th scope="col" class="amount plan-table__total">毎月の合計<small>音声、共通料金込み</small></th></tr></thead>',
    `<tbody>${rows.join('\n')}</tbody></table></div>`,
  ].join('\n')
}

function useOf(plan: number): string {
  return usageExamples.find((example) => example.plan === plan)?.text ?? ''
}

function shareTable(book: PriceBook): string {
  const rows = lineKinds.map(({ kind, label }) => [
    { label: '追加する回線', text: label },
    { label: '1回線ごとの月額', text: money(book, `share.${kind}`), className: 'amount' as const },
  ])
  const caption = `2回線目から加わる月額（税込）。${since(book, 'share.voice')}`
  return grid('compact', caption, rows)
}

function smsTable(book: PriceBook): string {
  const home = smsSteps.map((length, index) => [
    {
      label: '1通の文字数（全角）',
      text: `${index === 0 ? 1 : (smsSteps[index - 1] ?? 0) + 1}〜${length}文字`,
    },
    { label: '国内への送信', text: money(book, `sms.${length}`), className: 'amount' as const },
  ])
  return grid('compact', `SMSの送信料（税込）。${since(book, 'sms.70')}`, home)
}

function abroadTable(book: PriceBook): string {
  const rows = abroadDestinations.map(({ code, name, dialled }) => [
    { label: '国・地域', text: name },
    { label: '国番号', text: dialled, className: 'nowrap' as const },
    { label: '30秒ごと', text: money(book, `abroad.${code}`), className: 'amount' as const },
  ])
  const caption = `海外への通話料（消費税対象外）。${since(book, 'abroad.us')}`
  return grid('compact', caption, rows)
}

/** Rates that have moved and will move: every known row, so that an old bill can be read too. */
function feeTable(book: PriceBook, shown: Row[]): string {
  const rows = shown.flatMap((fee) =>
    book.rates(fee.key).map((rate) => [
      { label: '料金', text: fee.label },
      { label: '金額', text: formatTenthsYen(rate.tenthsYen), className: 'amount' as const },
      { label: '期間', text: period(rate) },
      { label: '単位', text: fee.note },
    ]),
  )
  return grid('lean', '法令にもとづき各社共通でかかる料金（税込）', rows)
}

/** A name, what it costs, and when; the date stands once above them while it is the same for all. */
function rowTable(
  book: PriceBook,
  rows: Row[],
  caption: string,
  noteLabel: string,
  amountLabel: string,
): string {
  const starts = new Set(rows.map((row) => since(book, row.key)))
  const [start = ''] = starts
  const cells = rows.map((row) => [
    { label: '項目', text: row.label },
    { label: amountLabel, text: money(book, row.key), className: 'amount' as const },
    { label: noteLabel, text: row.note },
    ...(starts.size === 1 ? [] : [{ label: '適用', text: since(book, row.key) }]),
  ])
  return grid('lean', `${caption}（税込）${starts.size === 1 ? `。${start}` : ''}`, cells)
}

type Cell = {
  label: string
  /** Markup of the column's head, where the label is too long for a phone. */
  heading?: string
  text: string
  className?: 'amount' | 'nowrap'
}

/** A compact table keeps its columns on a phone; a lean one keeps name and amount, and puts the rest below them. */
function grid(form: 'compact' | 'lean', caption: string, rows: Cell[][]): string {
  const head = (rows[0] ?? []).map(
    (cell) => `<th scope="col"${classOf(cell)}>${cell.heading ?? escapeMarkup(cell.label)}</th>`,
  )
  const body = rows.map(([first, ...rest]) => {
    const title = first && `<th scope="row"${classOf(first)}>${escapeMarkup(first.text)}</th>`
    const cells = rest.map((cell) => {
      const label = `data-label="${escapeMarkup(cell.label)}"`
      return `<td ${label}${classOf(cell)}>${escapeMarkup(cell.text)}</td>`
    })
    return `<tr>${title}${cells.join('')}</tr>`
  })
  return [
    `<div class="table-scroll"><table class="table${form === 'lean' ? ' table--lean' : ''}">`,
    `<caption>${escapeMarkup(caption)}</caption>`,
    `<thead><tr>${head.join('')}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody>`,
    '</table></div>',
  ].join('\n')
}

function classOf(cell: Cell): string {
  return cell.className === undefined ? '' : ` class="${cell.className}"`
}

function money(book: PriceBook, key: string): string {
  return formatTenthsYen(rateOf(book, key).tenthsYen)
}

function since(book: PriceBook, key: string): string {
  return `${dateText(rateOf(book, key).validFrom)}から`
}

function period(rate: PrintedRate): string {
  const start = dateText(rate.validFrom)
  return rate.validTo === undefined ? `${start}から` : `${start}から${dateText(rate.validTo)}まで`
}

function rateOf(book: PriceBook, key: string): PrintedRate {
  const rate = book.rate(key) ?? book.rates(key).at(-1)
  if (rate === undefined) throw new Error(`the catalogue has no rate ${key}`)
  return rate
}
