import { CompiledQuery } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/**
 * Runs a statement whose text never changes. For the hottest reads only: building a query anew each time costs a
 * third of a round trip (bench/hot-read.ts). Instants go as text.
 */
export async function runFixed<Row>(
  db: Db,
  text: string,
  parameters: readonly (string | number | null)[],
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}
