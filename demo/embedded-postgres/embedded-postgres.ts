import { existsSync, readFileSync, rmSync } from 'node:fs'
import pg from 'pg'
import { asRefusal, embeddedPostgresFolder, paths, prepareHome, type PostgresHome } from './home.ts'
import { createCluster, superuser } from './cluster.ts'
import { endServerOf, readPostmaster } from './postmaster.ts'
import { launchOnFreePort, type RunningServer } from './server.ts'
import { lockHolder, tryLock } from '#process/folder-lock.mjs'
import { StartRefusal } from '#process/start-refusal.ts'

const database = 'portal'

type Options = {
  /** Folder of the database; root's lies elsewhere, see `embeddedPostgresFolder`. */
  folder: string
  port?: number | 'free'
  log: (line: string) => void
  /** Further server settings, e.g. `{ max_connections: '50' }`. */
  settings?: Record<string, string>
}

/** Another process, or another start in this one, has the folder. */
export class FolderInUse extends StartRefusal {}

export type EmbeddedPostgres = {
  url: string
  home: string
  /** `immediate` does not wait for open connections; the next start recovers. */
  stop: (how?: 'fast' | 'immediate') => Promise<void>
}

/**
 * Starts a real PostgreSQL from npm on the loopback address, creating its database the first time.
 * A server left over by a killed start is ended first, so its rows are there. While it runs, a
 * server that dies is started again on the same port.
 * @throws {StartRefusal} in use by another process, folder not usable, made by another version.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { folder, log, settings = {} } = options
  const place = prepareHome(folder, log)
  const lock = takeOwnership(place)
  let server: RunningServer | undefined
  const stop = async (how: 'fast' | 'immediate' = 'fast') => {
    try {
      await server?.stop(how)
    } finally {
      lock.release()
    }
  }
  try {
    await endServerOf(place.data, log)
    createCluster(place, log)
    server = await launchOnFreePort(place, options.port ?? 'free', settings, log)
    const url = connectionUrl(place, server.port)
    await createDatabase(url)
    return { url, home: place.home, stop }
  } catch (error) {
    // On a full disk no orderly end can be written. The first error is the one that is reported.
    await stop('immediate').catch((late: unknown) => log(String(late)))
    throw asRefusal(error, place.home)
  }
}

/** The address of the database that another process of ours runs for this folder, if one does. */
export function runningEmbeddedPostgres(folder: string): string | undefined {
  const place = paths(embeddedPostgresFolder(folder))
  const postmaster = readPostmaster(place.data)
  if (!lockHolder(place.lockFile) || postmaster?.status !== 'ready') return undefined
  return connectionUrl(place, postmaster.port)
}

/** Deletes the database and all that is in it. @throws {StartRefusal} while it is in use. */
export async function removeEmbeddedPostgres(folder: string, log: (line: string) => void) {
  const place = paths(embeddedPostgresFolder(folder))
  if (!existsSync(place.home)) return
  const lock = takeOwnership(place)
  try {
    await endServerOf(place.data, log)
    rmSync(place.home, { recursive: true, force: true })
  } catch (error) {
    lock.release()
    throw asRefusal(error, place.home)
  }
}

function takeOwnership({ home, lockFile }: Pick<PostgresHome, 'home' | 'lockFile'>) {
  try {
    const lock = tryLock(lockFile)
    if (lock.heldBy === undefined) return lock
    throw new FolderInUse(
      `The database in ${home} is in use by process ${lock.heldBy}, another start of this folder: stop that one first, or start from another checkout.`,
    )
  } catch (error) {
    throw asRefusal(error, home)
  }
}

function connectionUrl(place: Pick<PostgresHome, 'secretFile'>, port: number): string {
  const secret = readFileSync(place.secretFile, 'utf8')
  return `postgres://${superuser}:${secret}@127.0.0.1:${port}/${database}`
}

async function createDatabase(url: string) {
  const admin = new URL(url)
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}
