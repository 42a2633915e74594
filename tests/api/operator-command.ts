import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setProgramClock } from './faults/portal-process.ts'
import type { Harness } from './harness.ts'

/** What a command of an operator prints (`findings`, `refunds`, …), on the harness' database, at its time, with its keys. */
export async function operatorCommand(
  harness: Harness,
  name: string,
  ...words: string[]
): Promise<string[]> {
  await setProgramClock(harness)
  const { DATABASE_URL, SEALING_SECRET } = harness.services.config
  const program = join(import.meta.dirname, '../../tools', `${name}.ts`)
  const env = { ...process.env, DATABASE_URL, SEALING_SECRET }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env })
  return stdout.trimEnd().split('\n')
}
