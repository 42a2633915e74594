import { root } from '../../tools/setup/root.ts'
import type { Started } from '../../tools/setup/run-portal.ts'
import { say } from '../../tools/setup/run-tool.ts'
import { startTestDatabase } from '../../tools/setup/test-database.ts'

/** The PostgreSQL of this run of the tests: the one that is given, else one of our own. */
export async function useTestDatabase(started: Started): Promise<void> {
  if (process.env['TEST_DATABASE_URL']) return
  const database = await startTestDatabase(root, say)
  started.add(database.stop)
  process.env['TEST_DATABASE_URL'] = database.url
}
