import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  FolderInUse,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#demo/embedded-postgres/embedded-postgres.ts'
import { tryLock } from '#process/folder-lock.mjs'
import { StartRefusal } from '#process/start-refusal.ts'

const slots = [1, 2, 3, 4, 5, 6, 7, 8]

/**
 * Its rows need not outlive the machine, and each test file makes a database of its own: vacuuming would go round some three
 * hundred of them that nobody uses any more.
 */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum: 'off',
}

/**
 * A PostgreSQL for one run of the tests. Runs at the same time take different folders; what a
 * killed run left in one is ended and deleted by the next. The lock is kept beside the folder: one
 * inside would be deleted with it, while another run waits for it or has just taken it.
 */
export async function startTestDatabase(
  root: string,
  log: (line: string) => void,
  more: Record<string, string> = {},
) {
  mkdirSync(join(root, '.data'), { recursive: true })
  for (const slot of slots) {
    const folder = join(root, '.data', `test-postgres-${slot}`)
    const lock = tryLock(`${folder}.lock`)
    if (lock.heldBy !== undefined) continue
    try {
      return await startIn(folder, { release: lock.release, log, more })
    } catch (error) {
      lock.release()
      if (!(error instanceof FolderInUse)) throw error
    }
  }
  throw new StartRefusal('Eight runs of the tests are under way in this folder already.')
}

type Start = {
  readonly release: () => void
  readonly log: (line: string) => void
  readonly more: Record<string, string>
}

async function startIn(folder: string, { release, log, more }: Start) {
  await removeEmbeddedPostgres(folder, log)
  const server = await startEmbeddedPostgres({ folder, log, settings: { ...settings, ...more } })
  const stop = async () => {
    await server.stop('immediate')
    await removeEmbeddedPostgres(folder, log)
    release()
  }
  return { url: server.url, stop }
}
