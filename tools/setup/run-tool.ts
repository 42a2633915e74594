import { SchemaRefusal } from '#backend/db/migrate.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { SetupRefusal } from './dependencies.mjs'

/** File errors that the operator can do something about. */
const unusable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'])

/** Runs one of the tools: a refusal is its one sentence and exit code 1, a defect its stack. */
export async function runTool(tool: () => Promise<number | void>): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessNobodyReads)
  try {
    process.exit((await tool()) ?? 0)
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  }
}

/** Who pipes us into `head` has seen enough; what we are doing is finished all the same. */
function unlessNobodyReads(error: Error) {
  if (!('code' in error && error.code === 'EPIPE')) throw error
}

/** What a set-up is doing meanwhile goes to standard error, so that standard output is the result. */
export function say(line: string) {
  process.stderr.write(`${line}\n`)
}

/** PostgreSQL's disk_full. */
const DISK_FULL = '53100'

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isRefusal(error)) return error.message
  if ('code' in error && error.code === DISK_FULL)
    return `The database has no room left on its disk (${error.message}): free space there and start again.`
  if ('code' in error && 'path' in error && unusable.has(String(error.code))) {
    return `${String(error.path)} cannot be written (${String(error.code)}): make it writable for this user and free space on its disk.`
  }
  return error.stack ?? error.message
}

/** The built server has a class of the same name for it. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOurs = error instanceof SchemaRefusal || error instanceof SetupRefusal
  return isOurs || error.name === StartRefusal.name
}
