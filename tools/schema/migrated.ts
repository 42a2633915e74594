import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { connectDatabase } from '#backend/db/connect.ts'
import { beginHistory, migrate } from '#backend/db/migrate.ts'

/** A database of one's own on a server, made by every migration, for as long as the work takes. */
export async function withMigrated<Result>(
  server: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const admin = connectDatabase({ url: server, maxConnections: 1 })
  const name = `migrated_${randomBytes(6).toString('hex')}`
  await admin.pool.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const own = connectDatabase({ url: url.href, queryTimeoutMs: 600_000 })
  try {
    await beginHistory(own.pool)
    await migrate(own.pool)
    const client = await own.pool.connect()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  } finally {
    await own.close()
    await admin.pool.query(`drop database ${name} with (force)`)
    await admin.close()
  }
}
