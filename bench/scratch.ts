import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { connectDatabase } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'

/** A migrated database of its own on the server of BENCH_DATABASE_URL (else TEST_DATABASE_URL), dropped afterwards. */
export const openScratch = () => open('template1')

/** Another one with all that this one has; whoever is connected to this one is hung up on. */
export async function copyOfScratch({ url }: { readonly url: string }) {
  const name = new URL(url).pathname.slice(1)
  await administer(
    serverAddress(),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  return open(name)
}

async function open(template: string) {
  const server = serverAddress()
  const name = `bench_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template ${template}`)
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

function serverAddress(): string {
  const server = process.env['BENCH_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('BENCH_DATABASE_URL is not set: npm run bench sets it')
  return server
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
