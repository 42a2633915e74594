import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import pg from 'pg'
import { connectDatabase } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'

/** Makes an empty, migrated database for one test file, copied from a template that is made once per schema. */
export async function createTestDatabase() {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test -- api')
  const template = `template_${schemaStamp()}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    await makeTemplate(admin, server, template)
    const name = `test_${randomBytes(6).toString('hex')}`
    await copy(admin, name, template)
    return addressOf(server, name)
  } finally {
    await admin.end()
  }
}

async function makeTemplate(admin: pg.Client, server: string, template: string) {
  await admin.query(`select pg_advisory_lock(hashtext('test template'))`)
  try {
    const found = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (found.rowCount) return
    const draft = `${template}_draft`
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft}`)
    const handle = connectDatabase({ url: addressOf(server, draft), queryTimeoutMs: 60_000 })
    await migrate(handle.pool)
    await handle.close()
    const queue = await openQueue({
      url: addressOf(server, draft),
      log: createLog('silent'),
      worker: false,
    })
    await queue.stop()
    await admin.query(`alter database ${draft} rename to ${template}`)
  } finally {
    await admin.query(`select pg_advisory_unlock(hashtext('test template'))`)
  }
}

/** Copying needs the template to itself: the lock makes test files take turns. */
async function copy(admin: pg.Client, name: string, template: string) {
  await admin.query(`select pg_advisory_lock(hashtext('test template'))`)
  try {
    await admin.query(`create database ${name} template ${template} strategy wal_log`)
  } finally {
    await admin.query(`select pg_advisory_unlock(hashtext('test template'))`)
  }
}

function addressOf(server: string, name: string) {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

function schemaStamp() {
  const folder = new URL('../../src/backend/db/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(new URL(name, folder)))
  return hash.digest('hex').slice(0, 16)
}
