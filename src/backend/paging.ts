import { z } from 'zod'
import { RefusalError } from '#backend/refusal.ts'
import { isStorable } from '#protocol/primitives.ts'

const parts = z.array(z.union([z.string().refine(isStorable), z.number()]))

/** Where a listing goes on: the sort key of the last row that was handed out. Opaque to the caller that passes it back. */
export function toCursor(...key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** @throws RefusalError VALIDATION_FAILED for a cursor that is none of ours. */
export function readCursor<Key>(cursor: string | undefined, key: z.ZodType<Key>): Key | undefined {
  if (cursor === undefined) return undefined
  const read = key.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (read.success) return read.data
  throw new RefusalError({
    code: 'VALIDATION_FAILED',
    fields: { cursor: ['続きの位置が正しくありません。最初から開き直してください。'] },
  })
}

function parseJson(text: string): unknown {
  try {
    return parts.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * One page. One row more than it holds was read, which shows whether another page follows.
 * @param keyOf sort key of a row, as `toCursor` takes it.
 */
export function pageOf<Row>(
  read: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
): { rows: Row[]; nextCursor?: string } {
  const rows = read.slice(0, limit)
  const last = rows.at(-1)
  if (read.length <= limit || last === undefined) return { rows }
  return { rows, nextCursor: toCursor(...keyOf(last)) }
}
