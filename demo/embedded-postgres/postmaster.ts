import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processCommand, processStamp } from '#process/live-process.mjs'
import { StartRefusal } from '#process/start-refusal.ts'

const fastShutdownTimeoutMs = 15_000
const immediateShutdownTimeoutMs = 10_000

/** What a server writes about itself into postmaster.pid (PostgreSQL, miscinit.h). */
export type Postmaster = { pid: number; port: number; status: string }

/** What the data folder says about the server that runs on it, or ran before it was killed. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      status: lines[7]?.trim() ?? 'starting',
    }
  } catch {
    return undefined
  }
}

/**
 * Ends the server of this data folder, whichever process started it, and waits until it is gone. A recorded
 * process that is not such a server (its number was given out again) is left alone, and the
 * record that would keep PostgreSQL from starting is removed.
 */
export async function endServerOf(
  data: string,
  log: (line: string) => void,
  how: 'fast' | 'immediate' = 'fast',
): Promise<void> {
  const postmaster = readPostmaster(data)
  if (!postmaster || !(postmaster.pid > 0)) return
  const stamp = processStamp(postmaster.pid)
  if (stamp === undefined) return
  if (!isServerOf(postmaster.pid, data)) {
    log(
      `Process ${postmaster.pid} is not the database server it is recorded as: ignoring the record`,
    )
    rmSync(join(data, 'postmaster.pid'), { force: true })
    return
  }
  const gone = (timeoutMs: number) => waitUntilGone(postmaster.pid, stamp, timeoutMs)
  if (how === 'fast') {
    process.kill(postmaster.pid, 'SIGINT')
    if (await gone(fastShutdownTimeoutMs)) return
    log('PostgreSQL does not end in time: ending it at once, the next start recovers')
  }
  process.kill(postmaster.pid, 'SIGQUIT')
  if (await gone(immediateShutdownTimeoutMs)) return
  throw new StartRefusal(`The database server (process ${postmaster.pid}) of ${data} does not end.`)
}

function isServerOf(pid: number, data: string): boolean {
  const command = processCommand(pid)
  return command !== undefined && command.includes(`postgres -D ${data} `)
}

async function waitUntilGone(pid: number, stamp: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (processStamp(pid) === stamp) {
    if (performance.now() > deadline) return false
    await pause(10)
  }
  return true
}
