import { sql, type RawBuilder } from 'kysely'
import { primaryKeyOf } from '#backend/db/by-key.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Bound, TableDeclaration } from '#backend/table.ts'

export type SealedPart = {
  readonly rowsRead: number
  readonly sealed: number
  /** Values of another key that are declared nowhere, or did not open as declared: they are left as they are. */
  readonly unopened: number
  /** Where the next part begins; none after the last. */
  readonly next: string | undefined
}

/** A sealed value wherever it lies: key, nonce, tag, body. */
const sealedValue = /(?<![\w.-])(k[1-9]\d{0,4})\.[\w-]{16}\.[\w-]{22}\.[\w-]*/g

type Found = { sealed: number; unopened: number }

/** Seals the values of a part of a table's rows anew. What somebody else holds locked is passed over. */
export async function sealPart(
  tx: Db,
  sealing: Sealing,
  { table, sealed }: Pick<TableDeclaration, 'table' | 'sealed'>,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<SealedPart> {
  const key = await primaryKeyOf(tx, table)
  const window = await sql<{ position: string }>`
    select ${key.position} as position from ${sql.table(table)} as t where ${key.isAfter(after)}
    order by ${key.order} limit ${limit}`.execute(tx)
  const last = window.rows.at(-1)?.position
  if (last === undefined) return { rowsRead: 0, sealed: 0, unopened: 0, next: undefined }
  const { rows } = await sql<{ row_position: string }>`
    select t.*, ${key.position} as row_position from ${sql.table(table)} as t
    where ${key.isAfter(after)} and not ${key.isAfter(last)}
    for update skip locked`.execute(tx)
  const found = { sealed: 0, unopened: 0 }
  for (const row of rows) {
    const changes = sealed.flatMap((column) =>
      changeOf(sealing, column.name, Reflect.get(row, column.name), column.bound(row), found),
    )
    if (changes.length > 0)
      await sql`
        update ${sql.table(table)} as t set ${sql.join(changes)}
        where ${key.isAt(row.row_position)}`.execute(tx)
  }
  const next = window.rows.length === limit ? last : undefined
  return { rowsRead: window.rows.length, ...found, next }
}

/** What is to be written into a column: none where nothing in it is sealed with another key. */
function changeOf(
  sealing: Sealing,
  column: string,
  value: unknown,
  bound: Bound,
  found: Found,
): RawBuilder<unknown>[] {
  if (value === null || value === undefined) return []
  if (Buffer.isBuffer(value)) {
    if (value.subarray(0, sealing.keyId.length + 1).toString() === `${sealing.keyId}.`) return []
    const aad = typeof bound === 'string' ? bound : ''
    const bytes = anew(found, () => sealing.sealBytes(aad, sealing.openBytes(aad, value)))
    return bytes === undefined ? [] : [sql`${sql.ref(column)} = ${bytes}`]
  }
  const isText = typeof value === 'string'
  const text = isText ? value : JSON.stringify(value)
  const pairs = [...text.matchAll(sealedValue)].flatMap(([old, key]) => {
    if (key === sealing.keyId) return []
    const sealed = anew(found, () => {
      const aad = aadOf(bound, old)
      return sealing.seal(aad, sealing.open(aad, old))
    })
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

/** @throws Error for a value that is declared nowhere */
function aadOf(bound: Bound, value: string): string {
  if (typeof bound === 'string') return bound
  const declared = bound.find((one) => one.value === value)
  if (declared === undefined) throw new Error('no associated data is declared for it')
  return declared.aad
}
