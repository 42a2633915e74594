import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { tryLock } from '#process/folder-lock.mjs'
import { StartRefusal } from '#process/start-refusal.ts'
import { extractArchive } from './archive.ts'
import { superuser } from './cluster.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import {
  asServer,
  embeddedPostgresFolder,
  lastComplaint,
  paths,
  prepareHome,
  type PostgresHome,
} from './home.ts'

export type RestoreProgress = { readonly bytesDone: number; readonly bytesInAll: number }

type Options = {
  readonly file: string
  /** Where the cluster shall be: nothing may be there. */
  readonly folder: string
  readonly log: (line: string) => void
  readonly onProgress?: (progress: RestoreProgress) => void
  /** Faults of the restored database, asked while it runs. Without any it becomes the database. */
  readonly check: (url: string) => Promise<readonly string[]>
}

/**
 * Makes a new cluster of a backup: unpacked aside, recovered to the backup's end by PostgreSQL itself, given a password
 * of its own, checked, and only then put where it belongs.
 * @throws {StartRefusal} when a cluster is there already, the file is not whole, or the check finds something; what
 * the check found fault with stays aside, for the operator to judge.
 */
export async function restoreCluster({ file, folder, log, onProgress, check }: Options) {
  const target = embeddedPostgresFolder(folder)
  refuseExisting(target)
  if (!existsSync(file)) throw new StartRefusal(`There is no backup ${file}.`)
  const aside = `${folder}.restoring`
  const place = prepareHome(aside, log)
  const lock = tryLock(place.lockFile)
  if (lock.heldBy !== undefined)
    throw new StartRefusal(`Process ${lock.heldBy} is restoring to ${target} already.`)
  try {
    rmSync(place.data, { recursive: true, force: true })
    const bytesInAll = statSync(file).size
    let bytesDone = 0
    await extractArchive(file, place.home, (bytes) => {
      bytesDone += bytes
      onProgress?.({ bytesDone, bytesInAll })
    })
    if (place.account) giveTo(place.data, place.account)
    log('Recovering to the end of the backup')
    setPassword(place)
  } catch (error) {
    rmSync(place.home, { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
  }
  const server = await startEmbeddedPostgres({ folder: aside, log })
  const found = await askThenStop(server, check)
  if (found.length > 0)
    throw new StartRefusal(
      `${[...found].join('\n')}\nWhat was restored is in ${place.home}; nothing was put in ${target}.`,
    )
  refuseExisting(target)
  rmSync(target, { recursive: true, force: true })
  rmSync(place.lockFile, { force: true })
  renameSync(place.home, target)
  return target
}

async function askThenStop(
  server: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
  check: Options['check'],
) {
  try {
    return await check(server.url)
  } finally {
    await server.stop()
  }
}

function refuseExisting(home: string) {
  if (existsSync(paths(home).data))
    throw new StartRefusal(
      `There is a database in ${home}: a backup is restored to a new one only. Name another folder, or move that one away first.`,
    )
}

/**
 * The backup knows the hash of the old password alone. A server of one user, without a network, recovers (and writes
 * through to the disk what was unpacked) and sets a new one.
 */
function setPassword(place: PostgresHome) {
  const secret = randomBytes(24).toString('hex')
  writeFileSync(place.secretFile, secret, { mode: 0o600 })
  const words = ['--single', '-D', place.data, '-c', 'log_timezone=UTC', 'postgres']
  const done = spawnSync(join(place.bin, 'postgres'), words, {
    ...asServer(place),
    input: `alter role ${superuser} password '${secret}'\n`,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  const isRefused = /^.*\b(ERROR|FATAL|PANIC): /m.test(done.stderr)
  if (done.status === 0 && !isRefused) return
  const reason = done.error?.message ?? lastComplaint(done.stderr)
  throw new StartRefusal(`The backup does not recover: ${reason}`)
}

/** Hands a data folder to the account that the server runs as. */
export function giveTo(folder: string, account: { uid: number; gid: number }) {
  chownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveTo(path, account)
    else chownSync(path, account.uid, account.gid)
  }
}
