import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { arrange, type Arranged } from './arrange.ts'
import { readCatalog, type Table } from './catalog.ts'
import type { Declared } from './declarations.ts'
import { functionText, insertText, tableText, viewText, type Row } from './statements.ts'

/** The file by which the others are read; below `src`. */
const root = 'backend/db'
/** Which migrations were run: written at the end of that file. */
const history = 'schema_migration'

const heading = `-- Written from a migrated database by node tools/write-schema.ts; do not edit.`

/**
 * The schema files of a database by their path below `src`: one in each folder that declares tables, and one that reads them
 * all in their order (docs/decisions/089).
 */
export async function schemaFiles(
  client: pg.ClientBase,
  declared: ReadonlyMap<string, Declared>,
): Promise<ReadonlyMap<string, string>> {
  const catalog = await readCatalog(client)
  const arranged = arrange(catalog, declared)
  const files = new Map<string, string>()
  for (const { name, tables, views } of arranged.folders) {
    const parts = [heading]
    for (const placed of tables) {
      const { table } = placed
      const rows = table.name === history ? [] : await readRows(client, table)
      parts.push(tableText(placed, declared.get(table.name), rows))
    }
    files.set(`${name}/schema.sql`, asFile([...parts, ...views.map(viewText)]))
  }
  const applied = catalog.tables.find(({ name }) => name === history)
  const rows = applied === undefined ? [] : await readRows(client, applied)
  files.set(`${root}/schema.sql`, rootFile(arranged, applied, rows))
  return files
}

function rootFile({ shared, folders }: Arranged, applied: Table | undefined, rows: readonly Row[]) {
  const includes = folders.map(({ name }) => `\\ir ${relative(root, name)}/schema.sql`)
  return asFile([
    [
      heading,
      '-- An empty database is made from it in one transaction (fresh-schema.ts); by hand: psql -1 -f src/backend/db/schema.sql',
    ].join('\n'),
    '-- A function may name what is made after it.\nset local check_function_bodies = off;',
    ...shared.map(functionText),
    includes.join('\n'),
    '-- The migrations of which this is the outcome.',
    ...(applied === undefined ? [] : [insertText(applied, rows)]),
  ])
}

const asFile = (parts: readonly string[]) => `${parts.join('\n\n')}\n`

/** Without the time at which a migration was run: the database gives that. */
async function readRows(client: pg.ClientBase, { name, columns }: Table): Promise<Row[]> {
  const shown = columns.filter((one) => !(name === history && one.name === 'applied_at'))
  const names = shown.map((one) => `"${one.name}"::text`).join(', ')
  const { rows } = await client.query<Row>(`select ${names} from only ${name} order by (${names})`)
  return rows
}

/** What lies in the folders now, by the same paths. */
export function filesOnDisk(source: string): ReadonlyMap<string, string> {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('/schema.sql'),
  )
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(source, name), 'utf8')]))
}
