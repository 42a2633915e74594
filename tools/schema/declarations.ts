import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a table's declaration (`tables.ts`, docs/decisions/087) says about it in words. */
export type Declared = {
  /** The folder below `src` that the declaration stands in, and its file beside it. */
  readonly folder: string
  readonly comment: string | undefined
  readonly columns: ReadonlyMap<string, string>
}

const found = {
  table: /^ {4}table: '(\w+)',$/,
  column: /^ {6}(\w+): /,
  comment: /^ *(?:\/\*\*|\/\/|\*(?!\/)) ?(.*?)(?: ?\*\/)?$/,
  /** Between a comment and the name it belongs to. */
  opening: /^ {2}table\(\{$/,
}

/** Every declared table by its name, in the order of its file. */
export function readDeclarations(source: string): ReadonlyMap<string, Declared> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(backend|server)\/(\w[\w-]*\/)?tables\.ts$/.test(file))
    .toSorted()
  return new Map(
    files.flatMap((file) =>
      declarationsIn(readFileSync(join(source, file), 'utf8'), dirname(file)),
    ),
  )
}

function declarationsIn(text: string, folder: string): [string, Declared][] {
  const tables: [string, Declared & { columns: Map<string, string> }][] = []
  let comment: string[] = []
  for (const line of text.split('\n')) {
    const said = found.comment.exec(line)?.[1]
    const table = found.table.exec(line)?.[1]
    const column = found.column.exec(line)?.[1]
    if (said !== undefined) {
      if (said !== '') comment.push(said)
      continue
    }
    if (found.opening.test(line)) continue
    if (table !== undefined)
      tables.push([table, { folder, comment: comment.join(' ') || undefined, columns: new Map() }])
    else if (column !== undefined && comment.length > 0)
      tables.at(-1)?.[1].columns.set(column, comment.join(' '))
    comment = []
  }
  return tables
}
