import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Store = DatabaseSync

/** Opens the data file of a stand-in, creating its folder and tables when they are missing. */
export function openStore(dataFile: string, schema: string): Store {
  if (dataFile !== ':memory:') mkdirSync(dirname(dataFile), { recursive: true })
  const store = new DatabaseSync(dataFile)
  store.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;')
  store.exec(schema)
  return store
}

/** All of `work` or nothing. Inside another transaction it simply joins it. */
export function transaction<Result>(store: Store, work: () => Result): Result {
  if (store.isTransaction) return work()
  store.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    store.exec('COMMIT')
    return result
  } catch (error) {
    store.exec('ROLLBACK')
    throw error
  }
}
