import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import pg from 'pg'
import { connectDatabase } from '#backend/db/connect.ts'
import { readFreshSchema } from '#backend/db/fresh-schema.ts'
import { beginHistory, migrate } from '#backend/db/migrate.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'

type Template = {
  name: string
  /** Fills the empty database from which the copies are made, and leaves no connection to it. */
  fill: (url: string) => Promise<void>
}

/** Makes an empty, migrated database for one test file, copied from a template that is made once per schema. */
export function createTestDatabase(): Promise<string> {
  return copyOf({ name: `template_${schemaStamp()}`, fill: bringUpToDate })
}

/** A database of one's own with what the template has, which is made by the first that asks for it. */
export async function copyOf(template: Template): Promise<string> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test -- api')
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    // Copying needs the template to itself: the lock makes test files take turns.
    await admin.query(`select pg_advisory_lock(hashtext($1))`, [template.name])
    await makeTemplate(admin, server, template)
    const name = `test_${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${name} template ${template.name} strategy file_copy`)
    return addressOf(server, name)
  } finally {
    await admin.end()
  }
}

/** Ends what still uses it. */
export async function dropDatabase(url: string): Promise<void> {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const name = new URL(url).pathname.slice(1)
  await inDatabase(server, `drop database if exists ${name} with (force)`)
}

async function makeTemplate(admin: pg.Client, server: string, { name, fill }: Template) {
  const found = await admin.query('select 1 from pg_database where datname = $1', [name])
  if (found.rowCount) return
  const draft = `${name}_draft`
  await admin.query(`drop database if exists ${draft} with (force)`)
  await admin.query(`create database ${draft}`)
  await fill(addressOf(server, draft))
  await admin.query(`alter database ${draft} rename to ${name}`)
}

/** Schema and queue, and no rows: from the schema files, or by every migration as a database that has grown. */
export async function bringUpToDate(url: string) {
  const handle = connectDatabase({ url, queryTimeoutMs: 60_000 })
  if (process.env['TEST_DATABASE_MADE_BY'] === 'migrations') await beginHistory(handle.pool)
  await migrate(handle.pool)
  await handle.close()
  const queue = await openQueue({ url, log: createLog('silent'), worker: false })
  await queue.stop()
}

/** One statement on a connection of its own, with the server's defaults. */
export async function inDatabase(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

function addressOf(server: string, name: string) {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

function schemaStamp() {
  const folder = new URL('../../src/backend/db/migrations/', import.meta.url)
  const hash = createHash('sha256').update(readFreshSchema())
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(new URL(name, folder)))
  return hash.digest('hex').slice(0, 16)
}
