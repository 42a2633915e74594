import { join } from 'node:path'
import pg from 'pg'
import {
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#embedded-postgres/embedded-postgres.ts'
import { StartRefusal } from '#process/start-refusal.ts'

type OpenDatabase = { url: string; stop: () => Promise<void> }

/** Where a checkout keeps its embedded database (root's lies elsewhere). */
export function databaseFolder(root: string): string {
  return join(root, '.data', 'postgres')
}

/**
 * The database of `DATABASE_URL` once it answers, else the embedded one.
 * @throws {StartRefusal} with what is wrong with it.
 */
export async function openDatabase(
  root: string,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const url = process.env.DATABASE_URL
  if (url !== undefined) {
    await refuseWrongDatabase(url)
    return { url, stop: async () => undefined }
  }
  log('Starting the embedded PostgreSQL (DATABASE_URL is not set)')
  return startEmbeddedPostgres({ folder: databaseFolder(root), log })
}

/** For a tool that may run beside `npm start`: its database if it runs, else our own meanwhile. */
export async function borrowDatabase(
  root: string,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const running =
    process.env.DATABASE_URL === undefined && runningEmbeddedPostgres(databaseFolder(root))
  return running ? { url: running, stop: async () => undefined } : openDatabase(root, log)
}

/** @throws {StartRefusal} naming what is wrong, never the password. */
export async function refuseWrongDatabase(text: string): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new StartRefusal(
      'DATABASE_URL is not the address of a PostgreSQL: it looks like postgres://user:password@host:5432/database.',
    )
  }
  const client = new pg.Client({ connectionString: text, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    throw new StartRefusal(describeFailure(error, url))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** PostgreSQL's error codes: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function describeFailure(error: unknown, url: URL): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const where = `${url.hostname}:${url.port || 5432}`
  const name = decodeURIComponent(url.pathname.slice(1))
  if (code === '3D000') return `DATABASE_URL: there is no database "${name}" at ${where}.`
  if (code.startsWith('28')) {
    return `DATABASE_URL: ${where} refuses the user "${url.username}" or its password.`
  }
  if (/^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT)/.test(code)) {
    return `DATABASE_URL: nothing answers at ${where} (${code}).`
  }
  const reason = error instanceof Error ? error.message : String(error)
  return `DATABASE_URL: ${where} does not answer like a PostgreSQL that can be used (${reason}).`
}
