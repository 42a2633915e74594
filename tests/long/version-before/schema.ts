import { readFileSync, readdirSync } from 'node:fs'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { beginHistory } from '#backend/db/migrate.ts'
import { readMigrationFile } from '#backend/db/migration-file.ts'
import { runSteps } from '#backend/db/migration-steps.ts'

const folder = new URL('../../../src/backend/db/migrations/', import.meta.url)

/** The schema as it was before a migration, with the notes that `migrate` goes on from. */
export async function makeSchemaBefore(client: pg.PoolClient, migration: string) {
  await beginHistory(client)
  for (const name of readdirSync(folder).toSorted()) {
    if (name >= migration) return
    const text = readFileSync(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    await runSteps(client, { name, ...readMigrationFile(text) }, () =>
      client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
        name,
        checksum,
      ]),
    )
  }
}
