import { join } from 'node:path'
import {
  FolderInUse,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/embedded-postgres.ts'
import { StartRefusal } from '#server/start-refusal.ts'

const slots = [1, 2, 3, 4, 5, 6, 7, 8]

/** Its rows need not outlive the machine, and each test file makes a database of its own. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum_naptime: '10min',
}

/**
 * A PostgreSQL for one run of the tests. Runs at the same time take different folders; what a
 * killed run left in one is ended and deleted by the next.
 */
export async function startTestDatabase(root: string, log: (line: string) => void) {
  for (const slot of slots) {
    const folder = join(root, '.data', `test-postgres-${slot}`)
    const server = await startIn(folder, log)
    if (!server) continue
    const stop = async () => {
      await server.stop('immediate')
      await removeEmbeddedPostgres(folder, log)
    }
    return { url: server.url, stop }
  }
  throw new StartRefusal('Eight runs of the tests are under way in this folder already.')
}

/** Undefined: another run is using this folder. */
async function startIn(folder: string, log: (line: string) => void) {
  try {
    await removeEmbeddedPostgres(folder, log)
    return await startEmbeddedPostgres({ folder, log, settings })
  } catch (error) {
    if (error instanceof FolderInUse) return undefined
    throw error
  }
}
