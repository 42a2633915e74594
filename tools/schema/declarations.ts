import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a table's declaration (`tables.ts`, docs/decisions/087) says about it in words. */
export type Declared = {
  /** The folder below `src` that the declaration stands in, and its file beside it. */
  readonly folder: string
  readonly comment: string | undefined
  readonly columns: ReadonlyMap<string, string>
}

/** A comment; the call that declares a table, with its name there or on the next line; a column. */
const comment = /^ *(?:\/\*\*|\/\/|\*(?!\/)|(?=\*\/)) ?(.*?)(?: ?\*\/)?$/
const opening = /^ {2}table\((?:'(\w+)',)?/
const name = /^ {4}'(\w+)',$/
const column = /^( {4}| {6})(\w+): /

/** Every declared table by its name, in the order of its file. */
export function readDeclarations(source: string): ReadonlyMap<string, Declared> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(backend|server)\/(\w[\w-]*\/){0,2}tables\.ts$/.test(file))
    .toSorted()
  return new Map(
    files.flatMap((file) =>
      declarationsIn(readFileSync(join(source, file), 'utf8'), dirname(file)),
    ),
  )
}

function declarationsIn(text: string, folder: string): [string, Declared][] {
  const tables: [string, Declared & { columns: Map<string, string> }][] = []
  let words: string[] = []
  let indent = ''
  for (const line of text.split('\n')) {
    const said = comment.exec(line)?.[1]
    if (said !== undefined) {
      if (said !== '') words.push(said)
      continue
    }
    const opened = opening.exec(line)
    // Its name is on the next line, and columns stand further in.
    if (opened) indent = opened[1] === undefined ? ' '.repeat(6) : ' '.repeat(4)
    if (opened && opened[1] === undefined) continue
    const table = opened?.[1] ?? name.exec(line)?.[1]
    const [, depth, known] = column.exec(line) ?? []
    if (table !== undefined)
      tables.push([table, { folder, comment: words.join(' ') || undefined, columns: new Map() }])
    else if (known !== undefined && depth === indent && words.length > 0)
      tables.at(-1)?.[1].columns.set(known, words.join(' '))
    words = []
  }
  return tables
}
