import { join } from 'node:path'
import {
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#demo/embedded-postgres/embedded-postgres.ts'
import { refuseWrongDatabase } from './wrong-database.ts'

type OpenDatabase = { url: string; stop: () => Promise<void> }

/** Where a checkout keeps its embedded database (root's lies elsewhere). */
export function databaseFolder(root: string): string {
  return join(root, '.data', 'postgres')
}

/**
 * The database of `DATABASE_URL` once it answers, else the embedded one.
 * @throws {StartRefusal} with what is wrong with it.
 */
export async function openDatabase(
  root: string,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const url = process.env.DATABASE_URL
  if (url !== undefined) {
    await refuseWrongDatabase(url)
    return { url, stop: async () => undefined }
  }
  log('Starting the embedded PostgreSQL (DATABASE_URL is not set)')
  return startEmbeddedPostgres({ folder: databaseFolder(root), log })
}

/** For a tool that may run beside `npm start`: its database if it runs, else our own meanwhile. */
export async function borrowDatabase(
  root: string,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const running =
    process.env.DATABASE_URL === undefined && runningEmbeddedPostgres(databaseFolder(root))
  return running ? { url: running, stop: async () => undefined } : openDatabase(root, log)
}
