import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processStamp } from '#process/live-process.mjs'

let isLookedFor = false

/**
 * A folder for what a test writes, of this process by its name. Whoever makes it removes it at its end; what a killed run
 * has left is removed by the first folder of the next.
 */
export function processFolder(name: string): string {
  if (!isLookedFor) removeOfTheDead()
  isLookedFor = true
  return mkdtempSync(join(tmpdir(), `portal-${name}-${process.pid}-`))
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** What is named after a process that lives no more. */
export function removeOfTheDead() {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^portal-[a-z]+-(\d+)-\w{6}$/.exec(name) ?? []
    if (pid !== undefined && processStamp(Number(pid)) === undefined)
      removeFolder(join(tmpdir(), name))
  }
}
