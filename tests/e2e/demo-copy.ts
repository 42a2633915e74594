import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stampOf } from '../../tools/setup/build-stamp.ts'
import { builtDemo } from '../../tools/setup/built-demo.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import { say } from '../../tools/setup/run-tool.ts'
import { bringUpToDate, copyOf } from '../api/database.ts'
import { keepFiles, takeFiles, withClient } from '../files-in-database.ts'
import { untilFirstRoundIsDone } from './jobs-at-hand.ts'

/**
 * A database with the demo's people and a folder with what the stand-ins know of them, for one portal. Their thirteen
 * months take eleven seconds of CPU time: they are lived through once a run for each moment at which portals begin, and
 * each portal gets a copy, as a demo that was stopped and goes on.
 */
export async function copyDemo(startAt: string) {
  const stamp = createHash('sha256').update(`${stampOf(root).contents} ${startAt}`)
  const url = await copyOf({
    name: `demo_${stamp.digest('hex').slice(0, 16)}`,
    fill: (draft) => liveThrough(draft, startAt),
  })
  const folder = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  const endedAt = await takeFiles(url, folder)
  await setTime(url, Temporal.Instant.from(endedAt))
  return { url, folder }
}

async function liveThrough(url: string, startAt: string) {
  await bringUpToDate(url)
  await setTime(url, Temporal.Instant.from(startAt))
  const folder = mkdtempSync(join(tmpdir(), 'portal-demo-'))
  try {
    const { startDemo } = await builtDemo(root)
    const port = await freePort()
    const demo = await startDemo({ databaseUrl: url, port, dataFolder: folder, log: say })
    // Every copy would do again what was broken off here: the check of all laws takes three seconds of CPU time.
    await untilFirstRoundIsDone(demo.services.database)
    const endedAt = demo.services.clock.now()
    await demo.stop()
    await keepFiles(url, folder, String(endedAt))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The database is a demo's and nobody works with it: its time may be set anywhere. */
async function setTime(url: string, at: Temporal.Instant) {
  await withClient(url, (client) =>
    client.query('update clock_setting set offset_ms = $1', [at.epochMilliseconds - Date.now()]),
  )
}
