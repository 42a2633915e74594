import { formatCount, formatTenthsYen } from '#vocabulary/yen.ts'
import { lineKinds } from './table-rows.ts'
import { type PriceBook, type PrintedPlan } from './figures.ts'
import { touchingRings } from './touching-rings.ts'
import { usageExamples } from './usage-examples.ts'

const CARD_SCALE = 13.4
const SLIDER_SCALE = 19
const FIRST_SHOWN = 15

/** Four sizes by what people do with them, each with what is really charged for a voice line. */
export function planCards(book: PriceBook): string {
  const shown = usageExamples.filter(({ title }) => title !== undefined)
  const sizes = shown.map(({ plan }) => planOf(book, plan).gb)
  const cards = shown.map(({ plan, title, text }) => {
    const { gb, name } = planOf(book, plan)
    const price = book.rate(`plan.${plan}.voice`)?.tenthsYen ?? 0
    const totalYen = quoteYen(book, plan, 'voice')
    return [
      '<li class="plan-card">',
      touchingRings({ sizes, own: gb, scale: CARD_SCALE }),
      `<h3>${title}</h3><p class="plan-card__use">${text}</p>`,
      `<p class="plan-card__price"><b>${name}</b> <span>${amount(totalYen)}／月</span></p>`,
      `<p class="plan-card__parts">月額${formatTenthsYen(price)}＋各社共通${formatTenthsYen(totalYen * 10 - price)}</p>`,
      '</li>',
    ].join('')
  })
  return `<ul class="plan-cards">\n${cards.join('\n')}\n</ul>`
}

/** Every size, one at a time: native radio buttons in a row, so it works by finger, by arrow keys and without script. */
export function sizeSlider(book: PriceBook): string {
  const sizes = book.plans().map(({ gb }) => gb)
  const steps = book.plans().map((plan) => {
    const checked = plan.code === FIRST_SHOWN ? ' checked' : ''
    const input = `<input type="radio" name="size" value="${plan.gb}"${checked}>`
    const label = plan.gb === 0 ? plan.name : `${plan.gb}<span class="visually-hidden">GB</span>`
    return [
      `<label class="label-radio size-slider__step">${input}<span>${label}</span></label>`,
      `<div class="size-slider__size">${sizePanel(book, plan, sizes)}</div>`,
    ].join('')
  })
  return [
    '<div class="size-slider" role="group" aria-labelledby="sizes">',
    '<h3 id="sizes">ほかの容量を、1つずつ見る</h3>',
    ...steps,
    '</div>',
  ].join('\n')
}

function sizePanel(book: PriceBook, plan: PrintedPlan, sizes: number[]): string {
  const prices = lineKinds.map(({ kind, label }) => {
    const price = book.rate(`plan.${plan.code}.${kind}`)?.tenthsYen ?? 0
    return `<div><dt>${label}</dt><dd>${amount(price / 10)}</dd></div>`
  })
  const query = `gb=${plan.gb}&amp;lines=1&amp;kind=voice`
  return [
    `<div class="size-slider__rings">${touchingRings({ sizes, own: plan.gb, scale: SLIDER_SCALE, label: plan.name })}</div>`,
    `<dl>${prices.join('')}</dl>`,
    `<p>音声通話SIMの毎月の合計は、各社共通の料金を入れて<b>${formatTenthsYen(quoteYen(book, plan.code, 'voice') * 10)}</b>です。</p>`,
    `<p class="size-slider__links"><a class="onward" href="/fee?${query}#simulator">${plan.name}の毎月の合計を内訳で見る</a></p>`,
  ].join('')
}

function planOf(book: PriceBook, code: number): PrintedPlan {
  const plan = book.plans().find((one) => one.code === code)
  if (plan === undefined) throw new Error(`the catalogue has no plan ${code}`)
  return plan
}

export function quoteYen(book: PriceBook, code: number, kind: 'data' | 'sms' | 'voice'): number {
  const quote = book.quote(code, kind)
  if (quote === undefined) throw new Error(`the plan ${code} cannot be bought`)
  return quote.monthlyYen
}

function amount(yen: number): string {
  return `<span class="yen"><b>${formatCount(yen)}</b>円</span>`
}
