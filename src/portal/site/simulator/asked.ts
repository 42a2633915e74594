/** What the form says, as it was typed; the address's query is the state (`/fee?gb=10&lines=2&kind=voice&kind=data`). */
export type Asked = {
  gb: string
  lines: string
  /** One for each line there may be; the first decides the price of the size. */
  kinds: string[]
  options: string[]
  minutes: string
  calls: string
  talk: string
  sms: string
}

/** The id of a field of the form: the page has headings named `sms` or `options` too. */
export const fieldId = (field: string) => `ask-${field}`

const MAX_KINDS = 3

/** Reads a query; what is missing is what most people would begin with: 3 GB, one voice line. */
export function readAsked(query: URLSearchParams): Asked {
  const kinds = query.getAll('kind').slice(0, MAX_KINDS)
  const last = kinds.at(-1) ?? 'voice'
  return {
    gb: query.get('gb') ?? '3',
    lines: query.get('lines') ?? '1',
    kinds: Array.from({ length: MAX_KINDS }, (_, line) => kinds[line] ?? last),
    options: [...new Set(query.getAll('option'))].slice(0, 20),
    minutes: query.get('minutes') ?? '',
    calls: query.get('calls') ?? '',
    talk: query.get('talk') ?? '',
    sms: query.get('sms') ?? '',
  }
}

/** The query that asks the same, without what says nothing. */
export function queryOf(asked: Asked): string {
  const kinds = asked.kinds.slice(0, Number(asked.lines) || MAX_KINDS)
  const pairs = [
    ['gb', asked.gb],
    ['lines', asked.lines],
    ...kinds.map((kind) => ['kind', kind]),
    ...asked.options.map((option) => ['option', option]),
    ['minutes', asked.minutes],
    ['calls', asked.calls],
    ['talk', asked.talk],
    ['sms', asked.sms],
  ].filter(([, value]) => value !== '')
  return new URLSearchParams(pairs).toString()
}

/** What a person types as a number, in any width, as plain digits. */
export function toDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s,]/g, '')
}
