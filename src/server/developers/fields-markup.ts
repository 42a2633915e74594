import { developerPages } from '#vocabulary/site-pages.ts'
import { escapeMarkup } from '../content/escape-markup.ts'
import type { Field } from './fields.ts'
import { labelOf } from './value-labels.ts'

/** Fields with their types and what they mean, as a list. */
export function fieldList(fields: readonly Field[]): string {
  return descriptionList(fields.map(fieldEntry))
}

export type Entry = {
  readonly id?: string
  readonly name: string
  readonly note?: string
  /** Markup, a paragraph each. */
  readonly texts: readonly string[]
}

export function descriptionList(entries: readonly Entry[]): string {
  const rows = entries.map(({ id, name, note, texts }) => {
    const anchor = id === undefined ? '' : ` id="${id}"`
    const small = note === undefined ? '' : `<small>${escapeMarkup(note)}</small>`
    const [first = '', ...more] = texts
    const rest = more.map((text) => `<small>${text}</small>`).join('')
    return `<div${anchor}><dt><code>${name}</code>${small}</dt><dd>${first}${rest}</dd></div>`
  })
  return `<dl class="fields">${rows.join('\n')}</dl>`
}

function fieldEntry({ way, type, isOptional, meaning = '', values, form }: Field): Entry {
  return {
    // A long way may be broken after its dots.
    name: escapeMarkup(way).replaceAll('.', '.<wbr>'),
    note: isOptional ? `${type}・任意` : type,
    texts: [
      escapeMarkup(meaning),
      ...(values.length > 0 ? [valueList(values)] : []),
      ...(form === undefined ? [] : [formLink(form)]),
    ],
  }
}

export const formLink = (form: string) =>
  `形は<a href="${developerPages.forms}#${form}"><code>${form}</code></a>`

/** `base（基本データ）、carry（繰り越し）` */
function valueList(values: readonly string[]): string {
  return values
    .map((value) => {
      const label = labelOf(values, value)
      const words = label === undefined ? '' : `（${escapeMarkup(label)}）`
      return `<code>${escapeMarkup(value)}</code>${words}`
    })
    .join('、')
}

/** A long list of values, one below the other. */
export function valueEntries(values: readonly string[]): string {
  return descriptionList(
    values.map((value) => ({
      name: escapeMarkup(value),
      texts: [escapeMarkup(labelOf(values, value) ?? '')],
    })),
  )
}
