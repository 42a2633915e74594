import type pg from 'pg'

export type Statement = { text: string; values: readonly unknown[] }

/**
 * Writes down every statement that is asked of a pool that was not used before. Kysely asks with a text and values, a page's reads with a text
 * that has a name.
 */
export function noteStatements(pool: pg.Pool, statements: Statement[]) {
  const connect = pool.connect.bind(pool)
  const noting = (client: pg.PoolClient): object => {
    const query: (...words: unknown[]) => unknown = client.query.bind(client)
    const value = (...words: unknown[]) => {
      const [asked, values] = words
      const text = typeof asked === 'string' ? asked : textOf(asked)
      if (text !== undefined) statements.push({ text, values: Array.isArray(values) ? values : [] })
      return query(...words)
    }
    return Object.create(client, { query: { value } })
  }
  Object.defineProperty(pool, 'connect', { value: async () => noting(await connect()) })
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked !== 'object' || asked === null || !('text' in asked)) return undefined
  return typeof asked.text === 'string' ? asked.text : undefined
}
