import { createHash } from 'node:crypto'
import { mkdirSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import {
  FolderInUse,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#demo/embedded-postgres/embedded-postgres.ts'
import { memoryFolder } from '#demo/embedded-postgres/home.ts'
import { tryLock } from '#process/folder-lock.mjs'
import { StartRefusal } from '#process/start-refusal.ts'

const slots = [1, 2, 3, 4, 5, 6, 7, 8]

/** Its rows need not outlive the machine, and no database lives long enough to need vacuuming. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
  autovacuum: 'off',
}

/** Twice what a run of the tests takes. */
const MEMORY_NEEDED_BYTES = 2 * 1024 ** 3

type Wanted = {
  /** Further server settings. */
  readonly settings?: Record<string, string>
  /** Where the speed of a disk is part of what is measured. */
  readonly onDisk?: boolean
}

/**
 * A PostgreSQL for one run of the tests. Runs at the same time take different folders; what a
 * killed run left in one is ended and deleted by the next. The lock is kept beside the folder: one
 * inside would be deleted with it, while another run waits for it or has just taken it.
 */
export async function startTestDatabase(
  root: string,
  log: (line: string) => void,
  { settings: more = {}, onDisk = false }: Wanted = {},
) {
  mkdirSync(join(root, '.data'), { recursive: true })
  for (const slot of slots) {
    const lock = tryLock(`${slotFolder(root, slot)}.lock`)
    if (lock.heldBy !== undefined) continue
    const [disk, memory] = [slotFolder(root, slot), slotInMemory(root, slot)]
    try {
      for (const folder of [disk, memory]) await removeEmbeddedPostgres(folder, log)
      const folder = onDisk || !hasMemory() ? disk : memory
      return await startIn(folder, { release: lock.release, log, more })
    } catch (error) {
      lock.release()
      if (!(error instanceof FolderInUse)) throw error
    }
  }
  throw new StartRefusal('Eight runs of the tests are under way in this folder already.')
}

/** Where a run of the tests has its database, as the first, second … at once in this folder. */
export const slotFolder = (root: string, slot: number) =>
  join(root, '.data', `test-postgres-${slot}`)

/**
 * The same in memory. Each test file has a database of its own, 1,200 files: ext4 without a journal looks at every inode that
 * was deleted within five minutes before it takes one, and a copy takes up to 0.4 s instead of 0.02 (bench/results/tests.md).
 */
export function slotInMemory(root: string, slot: number): string {
  const name = createHash('sha256').update(slotFolder(root, slot)).digest('hex').slice(0, 16)
  return join(memoryFolder, `hibiki-portal-test-${name}`)
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return Math.min(bavail * bsize, freemem()) >= MEMORY_NEEDED_BYTES
  } catch {
    return false
  }
}

type Start = {
  readonly release: () => void
  readonly log: (line: string) => void
  readonly more: Record<string, string>
}

async function startIn(folder: string, { release, log, more }: Start) {
  const server = await startEmbeddedPostgres({ folder, log, settings: { ...settings, ...more } })
  const stop = async () => {
    await server.stop('immediate')
    await removeEmbeddedPostgres(folder, log)
    release()
  }
  return { url: server.url, stop }
}
