import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { readFreshSchema } from './fresh-schema.ts'
import { readMigrationFile, type MigrationFile } from './migration-file.ts'
import { runSteps, timely } from './migration-steps.ts'

// By the package's own name for it: the built server lies elsewhere.
const folder = new URL('./', import.meta.resolve('#backend/db/migrations/0001_operation.sql'))

type Migration = MigrationFile & { name: string; checksum: string }

/** The database was made by a newer version of this code, its history was edited, or the role may not bring it up to date. */
export class SchemaRefusal extends Error {}

/** Of PostgreSQL: what a version before does not know may be used nowhere (`npm run test:postgresql`). */
export const OLDEST_MAJOR = 15

/**
 * Brings the schema up to date, one process at a time. An empty database is made from the schema files (docs/decisions/089).
 * Another is migrated: each file is one transaction, or several steps (migration-steps.ts), and processes of the version
 * before go on reading and writing meanwhile (docs/decisions/079).
 * @returns the migrations that the database has now and had not before
 * @throws SchemaRefusal when the server is too old, the database knows a migration that this code does not, or the role may
 * not change the schema.
 */
export async function migrate(
  pool: pg.Pool,
  { readSchema = readFreshSchema } = {},
): Promise<string[]> {
  const client = await pool.connect()
  try {
    await refuseOldServer(client)
    await waitForPace(client)
    const known = readMigrations()
    const done = (await hasTable(client)) ? [] : await makeFresh(client, readSchema(), known)
    const applied = await readApplied(client)
    refuseUnknown(applied, known)
    for (const migration of known) {
      if (applied.has(migration.name)) continue
      await apply(client, migration)
      done.push(migration.name)
    }
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.query(`select pg_advisory_unlock_all()`).catch(() => undefined)
    client.release()
  }
}

/**
 * Makes an empty database one that `migrate` takes through every migration, as those that exist were made: by it the schema
 * files are written and proved.
 */
export async function beginHistory(client: Asked): Promise<void> {
  await client.query(
    `create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
}

/** All in one transaction; a migration that the files do not hold yet is run afterwards. */
async function makeFresh(
  client: pg.PoolClient,
  schema: string,
  known: readonly Migration[],
): Promise<string[]> {
  await client.query('begin')
  await unlessForbidden(client, known[0]?.name, () => client.query(timely(schema)))
  const noted = await readApplied(client)
  const unlike = [...noted].find(
    ([name, checksum]) => !known.some((one) => one.name === name && one.checksum === checksum),
  )
  if (unlike)
    throw new SchemaRefusal(
      `The schema files were written with another ${unlike[0]}: node tools/write-schema.ts.`,
    )
  await client.query('commit')
  return [...noted.keys()].toSorted()
}

async function refuseOldServer(client: pg.PoolClient) {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`,
  )
  const server: Server | undefined = rows[0]
  const reason = server && refusalOf(server)
  if (reason) throw new SchemaRefusal(reason)
}

type Server = { readonly number: number; readonly version: string }

/** @internal Why a server is too old for the schema, if it is. */
export function refusalOf({ number, version }: Server): string | undefined {
  if (number >= OLDEST_MAJOR * 10_000) return undefined
  return `The database is PostgreSQL ${version}, and the portal needs ${OLDEST_MAJOR} or newer: nothing was changed.`
}

/**
 * Asked for over and over, and not waited for in one statement: an index that is made concurrently waits for every statement
 * begun before it, and one that waits for this lock would wait for the index.
 */
async function waitForPace(client: pg.PoolClient) {
  for (;;) {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(hashtext('schema migration')) as is_ours`,
    )
    if (rows[0]?.is_ours === true) return
    await wait(250)
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

async function apply(client: pg.PoolClient, migration: Migration) {
  const { name, checksum } = migration
  await unlessForbidden(client, name, () =>
    runSteps(client, migration, () =>
      client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
        name,
        checksum,
      ]),
    ),
  )
}

async function unlessForbidden(
  client: pg.PoolClient,
  name: string | undefined,
  work: () => Promise<unknown>,
) {
  try {
    await work()
  } catch (error) {
    const isForbidden =
      error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
    if (!isForbidden) throw error
    throw new SchemaRefusal(
      `The database needs ${name}, and the role ${client.user} may not change the schema: run migrate as the tables' owner first (docs/operations.md).`,
      { cause: error },
    )
  }
}

/**
 * Whether there is nothing to apply, asked without a lock: a process that starts beside others need not wait for them.
 * @throws SchemaRefusal as `migrate`
 */
export async function isUpToDate(pool: pg.Pool): Promise<boolean> {
  if (!(await hasTable(pool))) return false
  const applied = await readApplied(pool)
  const known = readMigrations()
  refuseUnknown(applied, known)
  return known.every(({ name }) => applied.has(name))
}

type Asked = Pick<pg.Pool | pg.PoolClient, 'query'>

async function hasTable(asked: Asked): Promise<boolean> {
  const { rows } = await asked.query(`select to_regclass('schema_migration') is not null as found`)
  return rows[0]?.found === true
}

async function readApplied(asked: Asked): Promise<Map<string, string>> {
  const { rows } = await asked.query('select name, checksum from schema_migration')
  return new Map(
    rows.map((row: { name: string; checksum: string }) => [row.name, row.checksum] as const),
  )
}

/** One after the other: a hundred small files are read sooner than they are asked of other threads. */
function readMigrations(): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    return { name, checksum, ...readMigrationFile(sql) }
  })
}

function refuseUnknown(applied: Map<string, string>, known: Migration[]) {
  const names = new Set(known.map((migration) => migration.name))
  const newer = [...applied.keys()].find((name) => !names.has(name))
  if (newer)
    throw new SchemaRefusal(
      `The database has schema ${newer}, which this version of the code does not know. Start the newer version, or use another database.`,
    )
  const edited = known.find((migration) => {
    const found = applied.get(migration.name)
    const editions = [migration.checksum, ...migration.formerly]
    return found !== undefined && !editions.includes(found)
  })
  if (edited)
    throw new SchemaRefusal(
      `Migration ${edited.name} differs from the one this database was made with. Restore the file, or begin anew with npm run reset.`,
    )
}
