import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Duplex } from 'node:stream'
import pg from 'pg'
import { doAfterCommit } from '#backend/db/after-commit.ts'
import { createNames, mayPrepare, isStale } from '#backend/db/prepared.ts'
import type { Database } from '#backend/db/tables.ts'
import { currentTrace } from '#backend/trace.ts'

/** A connection for reading, or the transaction that a change runs in. */
export type Db = Kysely<Database> | Transaction<Database>

export type DatabaseHandle = {
  db: Kysely<Database>
  pool: pg.Pool
  /** For the reads of pages: what is asked at the same time goes in one message and takes one connection. */
  reading: pg.Pool
  close: () => Promise<void>
}

export type ConnectOptions = {
  url: string
  maxConnections?: number
  /** How long a request waits for a free connection, and for an answer (milliseconds). */
  connectionTimeoutMs?: number
  queryTimeoutMs?: number
  onError?: (error: Error) => void
}

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return (text: string) => Number(text)
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    if (oid === pg.types.builtins.TIMESTAMPTZ) return parseInstant
    return format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid, 'text')
  },
}

/** Sessions run in UTC, so PostgreSQL prints `2026-11-20 03:00:00.123+00`. */
function parseInstant(text: string) {
  return Temporal.Instant.from(text.replace(' ', 'T'))
}

/**
 * Opens the pool with the guards without which one killed or silent session brings the process down: an error listener
 * on every client, a limit on waiting for a connection, for a lock and for an answer, and no second question to a
 * session that left one unanswered. A lock is given up before the answer is, so that the refusal can say so.
 */
export function connectDatabase(options: ConnectOptions): DatabaseHandle {
  const pools: pg.Pool[] = []
  const pool = openPool(options, { max: options.maxConnections ?? 10 }, pools)
  const reading = openPool(options, { max: options.maxConnections ?? 10, pipeline: true }, pools)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    await reading.end()
    // Kysely ends the pool only when it has used it itself.
    if (!pool.ended) await pool.end()
  }
  return { db, pool, reading, close }
}

/** One of `pools`, which lose their silent sessions together. */
function openPool(
  options: ConnectOptions,
  kind: { max: number; pipeline?: boolean },
  pools: pg.Pool[],
): pg.Pool {
  const onError = options.onError ?? (() => undefined)
  const pool = new pg.Pool({
    ...kind,
    connectionString: options.url,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 2500,
    query_timeout: options.queryTimeoutMs ?? 3000,
    types,
    // Waited for before anybody gets the session.
    onConnect: (client): unknown => setUpSession(client),
  })
  pools.push(pool)
  const nameOf = createNames('change')
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    takeInstants(client)
    leaveWhenSilent(pools, client)
    bearTrace(client)
    if (kind.pipeline) sendTogether(client)
    else {
      prepareStatements(client, nameOf)
      pipelineQueries(client)
      doAfterCommit(client)
    }
  })
  return pool
}

/**
 * What every session of ours is set to, before anything is asked of it. Not as parameters of the start: a pooler in between
 * refuses those it does not know, or drops them unsaid. A session that cannot be set up is not used.
 */
async function setUpSession(client: pg.ClientBase) {
  try {
    await client.query(
      `select set_config('timezone', 'UTC', false), set_config('lock_timeout', '2500', false),
         set_config('idle_in_transaction_session_timeout', '30000', false)`,
    )
  } catch (error) {
    // The pool says goodbye to it first, and would wait for the answer.
    streamOf(client)?.destroy()
    throw error
  }
}

/** Lets queries take Temporal.Instant as a value; pg itself would send it as quoted JSON. */
function takeInstants(client: pg.PoolClient) {
  const query: (...words: unknown[]) => unknown = client.query.bind(client)
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (asked: unknown, values: unknown, ...rest: unknown[]) =>
      query(asked, Array.isArray(values) ? values.map(toParameter) : values, ...rest),
  })
}

/**
 * A session says in its name under which trace key it is asked, so that the server's own log and `pg_stat_activity` lead to the
 * request. In front of a statement the key would make each another one, which could not be prepared.
 */
function bearTrace(client: pg.PoolClient) {
  const query: (...words: unknown[]) => unknown = client.query.bind(client)
  let borne: string | undefined
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (...words: unknown[]) => {
      const traceKey = currentTrace()
      if (traceKey !== undefined && traceKey !== borne) {
        borne = traceKey
        // The question behind it in the pipeline says what is wrong with the session.
        Promise.resolve(query({ ...nameSession }, [traceKey])).catch(() => undefined)
      }
      return query(...words)
    },
  })
}

/** Behind the name that the session was opened with. */
const nameSession = {
  name: 'name-session',
  text: `select set_config('application_name',
    ltrim(rtrim(split_part(current_setting('application_name'), 'trace ', 1)) || ' trace ' || $1::text), false)`,
}

/**
 * Prepares what is asked over and over, so that the database reads and plans it once a session (docs/decisions/130).
 * What a change asks cannot be asked again within its transaction, as a page's reads are: what a migration can outdate
 * is not prepared.
 */
function prepareStatements(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
  const query: (...words: unknown[]) => unknown = client.query.bind(client)
  let prepares = true
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (asked: unknown, values: unknown, ...rest: unknown[]) => {
      const name = prepares && mayPrepare(asked, values) ? nameOf(asked) : undefined
      if (name === undefined) return query(asked, values, ...rest)
      const answer = query({ text: asked, name }, values, ...rest)
      if (answer instanceof Promise)
        answer.catch((error: unknown) => {
          if (isStale(error)) prepares = false
        })
      return answer
    },
  })
}

function toParameter(value: unknown) {
  return value instanceof Temporal.Instant ? value.toString() : value
}

/**
 * Hangs up when a query was not answered in time. pg would keep the session: its rollback would wait behind the lost
 * query for as long again, and the pool would hand it to the next request. The sessions that lie idle in any pool are given up
 * as well: whatever silenced this one has most likely taken them too, and they are cheap to make.
 */
function leaveWhenSilent(pools: readonly pg.Pool[], client: pg.PoolClient) {
  const query: (...words: unknown[]) => unknown = client.query.bind(client)
  const leave = async (error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') return
    void client.end()
    for (const pool of pools)
      for (let idle = pool.idleCount; idle > 0; idle -= 1) (await pool.connect()).release(true)
  }
  Object.defineProperty(client, 'query', {
    value: (...words: unknown[]) => {
      const answer = query(...words)
      if (answer instanceof Promise)
        answer.catch((error: unknown) => leave(error)).catch(() => undefined)
      return answer
    },
  })
}

/** What is asked at the same time goes to the server in one piece: a piece each takes the processor longer than the rest of pg. */
function sendTogether(client: pg.PoolClient) {
  const stream = streamOf(client)
  if (stream === undefined) return
  const query: (...words: unknown[]) => unknown = client.query.bind(client)
  let isTaken = false
  const send = () => {
    isTaken = false
    stream.uncork()
  }
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (...words: unknown[]) => {
      if (!isTaken) {
        isTaken = true
        stream.cork()
        process.nextTick(send)
      }
      return query(...words)
    },
  })
}

/** pg writes to it, and says nothing of it in its types. */
function streamOf(client: pg.ClientBase): Duplex | undefined {
  const connection: unknown = Reflect.get(client, 'connection')
  if (typeof connection !== 'object' || connection === null) return undefined
  const stream: unknown = Reflect.get(connection, 'stream')
  return stream instanceof Duplex ? stream : undefined
}

/**
 * Sends a query once the one before it is answered: pg's own queue is deprecated. Within a transaction the same reads run
 * one after the other that a page sends together over `reading`. What gives no promise, like COPY, has its caller wait.
 */
function pipelineQueries(client: pg.PoolClient) {
  const query: (...words: unknown[]) => unknown = client.query.bind(client)
  let before: Promise<unknown> = Promise.resolve()
  let waiting = 0
  Object.defineProperty(client, 'query', {
    value: (...words: unknown[]) => {
      if (!givesPromise(words)) return query(...words)
      const answer = waiting === 0 ? query(...words) : before.then(() => query(...words))
      waiting += 1
      before = Promise.resolve(answer)
        .catch(() => undefined)
        .finally(() => (waiting -= 1))
      return answer
    },
  })
}

/** Not so where a callback is told, or where the query is a stream of its own. */
function givesPromise([asked, ...rest]: readonly unknown[]): boolean {
  const isStream = typeof asked === 'object' && asked !== null && 'submit' in asked
  return !isStream && rest.every((word) => typeof word !== 'function')
}

/**
 * Typed queries over one connection whose transaction the caller holds, for COPY and queries in the same transaction.
 * It neither begins nor releases anything.
 */
export function queriesOn(client: pg.PoolClient): Kysely<Database> {
  const connection = {
    query: client.query.bind(client),
    release: () => undefined,
  }
  const pool = { connect: async () => connection, end: async () => undefined, options: {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
