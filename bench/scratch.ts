import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { connectDatabase } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'

/** A migrated database of its own on the server of BENCH_DATABASE_URL (else TEST_DATABASE_URL), dropped afterwards. */
export async function openScratch() {
  const server = process.env['BENCH_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('BENCH_DATABASE_URL is not set: npm run bench sets it')
  const name = `bench_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const handle = connectDatabase({ url: url.href, maxConnections: 4, queryTimeoutMs: 600_000 })
  await migrate(handle.pool)
  return {
    ...handle,
    url: url.href,
    drop: async () => {
      await handle.close()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(server: string, statement: string) {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
