import { sql, type RawBuilder, type Selectable } from 'kysely'
import { primaryKeyOf } from '#backend/db/by-key.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'

type Row<Table extends keyof Database> = Selectable<Database[Table]>
type SealedColumn<Table extends keyof Database> = Extract<keyof Row<Table>, `${string}_sealed`>

/** A table that has a sealed column must be in the list of sealed values, or the list does not compile. */
export type SealedTable = {
  [Table in keyof Database]: [SealedColumn<Table>] extends [never] ? never : Table
}[keyof Database]

/** The place a value is bound to; where several values lie in one column, every place that may be one's. */
type Place<Table extends keyof Database> = (row: Row<Table>) => string | readonly string[]

/** Every sealed column, and columns beside them with sealed values somewhere in their JSON. */
type Places<Table extends keyof Database> = {
  readonly [Column in SealedColumn<Table>]: Place<Table>
} & { readonly [Column in keyof Row<Table>]?: Place<Table> }

export type SealedPart = {
  readonly rowsRead: number
  readonly sealed: number
  /** Values of another key that opened in none of their places: they are left as they are. */
  readonly unopened: number
  /** Where the next part begins; none after the last. */
  readonly next: string | undefined
}

export type SealedIn = {
  readonly table: keyof Database
  readonly columns: readonly string[]
  /** Seals the values of a part of the rows anew. What somebody else holds locked is passed over. */
  readonly sealPart: (
    tx: Db,
    sealing: Sealing,
    part: { after: string | undefined; limit: number },
  ) => Promise<SealedPart>
}

/** A sealed value wherever it lies: key, nonce, tag, body. */
const sealedValue = /(?<![\w.-])(k[1-9]\d{0,4})\.[\w-]{16}\.[\w-]{22}\.[\w-]*/g

type Found = { sealed: number; unopened: number }

export function sealedIn<Table extends keyof Database>(
  table: Table,
  places: Places<Table>,
): SealedIn {
  const columns = Object.entries<Place<Table> | undefined>(places).flatMap(([name, place]) =>
    place === undefined ? [] : [{ name, place }],
  )

  async function sealPart(
    tx: Db,
    sealing: Sealing,
    { after, limit }: { after: string | undefined; limit: number },
  ): Promise<SealedPart> {
    const key = await primaryKeyOf(tx, table)
    const window = await sql<{ place: string }>`
      select ${key.place} as place from ${sql.table(table)} as t where ${key.isAfter(after)}
      order by ${key.order} limit ${limit}`.execute(tx)
    const last = window.rows.at(-1)?.place
    if (last === undefined) return { rowsRead: 0, sealed: 0, unopened: 0, next: undefined }
    const { rows } = await sql<Row<Table> & { place_of_row: string }>`
      select t.*, ${key.place} as place_of_row from ${sql.table(table)} as t
      where ${key.isAfter(after)} and not ${key.isAfter(last)}
      for update skip locked`.execute(tx)
    const found = { sealed: 0, unopened: 0 }
    for (const row of rows) {
      const changes = columns.flatMap(({ name, place: placeOfValue }) =>
        changeOf(sealing, name, Reflect.get(row, name), [placeOfValue(row)].flat(), found),
      )
      if (changes.length > 0)
        await sql`
          update ${sql.table(table)} as t set ${sql.join(changes)}
          where ${key.isAt(row.place_of_row)}`.execute(tx)
    }
    const next = window.rows.length === limit ? last : undefined
    return { rowsRead: window.rows.length, ...found, next }
  }

  return { table, columns: columns.map(({ name }) => name), sealPart }
}

/** What is to be written into a column: none where nothing in it is sealed with another key. */
function changeOf(
  sealing: Sealing,
  column: string,
  value: unknown,
  places: readonly string[],
  found: Found,
): RawBuilder<unknown>[] {
  if (value === null || value === undefined) return []
  if (Buffer.isBuffer(value)) {
    if (value.subarray(0, sealing.keyId.length + 1).toString() === `${sealing.keyId}.`) return []
    const [place = ''] = places
    const bytes = anew(found, () => sealing.sealBytes(place, sealing.openBytes(place, value)))
    return bytes === undefined ? [] : [sql`${sql.ref(column)} = ${bytes}`]
  }
  const isText = typeof value === 'string'
  const text = isText ? value : JSON.stringify(value)
  const pairs = [...text.matchAll(sealedValue)].flatMap(([old, key]) => {
    if (key === sealing.keyId) return []
    const sealed = anew(found, () => sealedAnew(sealing, old, places))
    return sealed === undefined ? [] : [{ old, sealed }]
  })
  if (pairs.length === 0) return []
  if (isText) {
    const changed = pairs.reduce((all, { old, sealed }) => all.replace(old, sealed), value)
    return [sql`${sql.ref(column)} = ${changed}`]
  }
  // In the database, so that nothing else of the JSON is written anew.
  const changed = pairs.reduce(
    (all, { old, sealed }) => sql`replace(${all}, ${old}, ${sealed})`,
    sql`${sql.ref(`t.${column}`)}::text`,
  )
  return [sql`${sql.ref(column)} = (${changed})::jsonb`]
}

function anew<Sealed>(found: Found, seal: () => Sealed): Sealed | undefined {
  try {
    const sealed = seal()
    found.sealed += 1
    return sealed
  } catch {
    found.unopened += 1
    return undefined
  }
}

/** @throws the last place's error where it opens in none. */
function sealedAnew(sealing: Sealing, old: string, places: readonly string[]): string {
  let because: unknown = new Error('no place is known for it')
  for (const place of places)
    try {
      return sealing.seal(place, sealing.open(place, old))
    } catch (error) {
      because = error
    }
  throw because
}
