import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import type pg from 'pg'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { createNames, isStale } from '#backend/db/prepared.ts'
import type { Database } from '#backend/db/tables.ts'

/** The reads of one page: what one of its parts has read is there for the others, and all say the same. */
export type Reads = {
  db: Kysely<Database>
  /** After a change nothing that was read before holds. */
  forget: () => void
}

/**
 * A page asks several operations at the same time, and each reads the contract, its lines and its pool for itself. Here
 * the same statement with the same values is sent once, over one connection that is held while answers are awaited.
 * For one visit only, and for reading only.
 */
export function openReads({ reading }: Pick<DatabaseHandle, 'reading'>): Reads {
  const known = new Map<string, Promise<pg.QueryResult>>()
  const ask = holdOne(reading)

  async function memoized({ sql, parameters }: CompiledQuery) {
    if (!/^\s*(select|with)\b/i.test(sql)) throw new Error(`not a read: ${sql}`)
    const key = JSON.stringify([sql, parameters])
    const answer = known.get(key) ?? ask(sql, parameters)
    known.set(key, answer)
    return answer
  }

  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOf(memoized),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { db, forget: () => known.clear() }
}

function driverOf(ask: (query: CompiledQuery) => Promise<pg.QueryResult>): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async (query) => ({ rows: (await ask(query)).rows }),
    streamQuery: refuse,
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => undefined,
  }
}

function refuse(): never {
  throw new Error('a page only reads')
}

/** By every session alike: a text has one name in this process. */
const nameOf = createNames('read')

/** One connection of the pool for everything that is asked at the same time. */
function holdOne(pool: pg.Pool) {
  let connection: Promise<pg.PoolClient> | undefined
  let awaited = 0
  let isOutdated = false

  /** A session that keeps a statement of before a migration answers once more, and is given up afterwards. */
  async function answerOf(client: pg.PoolClient, text: string, values: readonly unknown[]) {
    const name = nameOf(text)
    try {
      return await client.query({ text, ...(name && { name }) }, [...values])
    } catch (error) {
      if (name === undefined || !isStale(error)) throw error
      isOutdated = true
      return client.query(text, [...values])
    }
  }

  return async function ask(text: string, values: readonly unknown[]) {
    awaited += 1
    connection ??= pool.connect()
    try {
      const answer = await answerOf(await connection, text, values)
      // A caller that changed a row would change it for the page's other parts.
      for (const row of answer.rows) Object.freeze(row)
      return answer
    } finally {
      awaited -= 1
      if (awaited === 0) {
        const isLast = isOutdated
        connection.then((client) => client.release(isLast)).catch(() => undefined)
        connection = undefined
        isOutdated = false
      }
    }
  }
}
