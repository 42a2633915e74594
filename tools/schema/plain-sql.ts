/** Of PostgreSQL's own words those that a person would write shorter. Everything is read again as the same (schema.test.ts). */
const shorter: readonly (readonly [RegExp, string])[] = [
  [/\btimestamp with time zone\b/g, 'timestamptz'],
  [/\bcharacter varying\b/g, 'varchar'],
  [/ using btree\b/g, ''],
  [/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)'],
  [/ <> all \(array\[([^\]]*)\]\)/g, ' not in ($1)'],
]

const quoted = /('(?:[^']|'')*'(?:::text\b(?!\[))?|"[^"]*")/

/**
 * A definition as PostgreSQL words it, in small letters and without what is understood: names are looked up in `public`, and a
 * literal beside text is text.
 */
export function plain(definition: string): string {
  const literals: string[] = []
  // What is quoted is put aside, so that a pattern can neither change nor cross it.
  const aside = definition.split(quoted).map((part, at) => {
    if (at % 2 === 0) return part.toLowerCase().replaceAll(/\bpublic\./g, '')
    literals.push(part.replace(/::text$/, ''))
    return `\u0001${literals.length - 1}\u0001`
  })
  return shorter
    .reduce((text, [from, to]) => text.replaceAll(from, to), aside.join('').trim())
    .replaceAll(/\u0001(\d+)\u0001/g, (_, at) => literals[Number(at)] ?? '')
}

const LINE = 120

/** Breaks a statement that is longer than a line before a word that begins a part, else behind a comma; the rest is indented. */
export function wrapped(statement: string, indent = ''): string {
  const room = LINE - indent.length
  if (statement.length <= room) return `${indent}${statement}`
  const lastOf = (places: RegExp) =>
    [...statement.matchAll(places)]
      .map(({ index }) => index)
      .findLast((at) => at <= room && at > 10 && !isQuoted(statement, at))
  const at = lastOf(/ (?=(?:or|and|when|where|execute|references) )/g) ?? lastOf(/(?<=,) (?=\S)/g)
  if (at === undefined) return `${indent}${statement}`
  const inner = indent.length > 2 ? indent : `${indent}  `
  return `${indent}${statement.slice(0, at)}\n${wrapped(statement.slice(at + 1), inner)}`
}

const isQuoted = (text: string, at: number) => text.slice(0, at).split("'").length % 2 === 0
