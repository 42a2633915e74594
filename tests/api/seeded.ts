import { afterAll } from 'vitest'
import { z } from 'zod'
import { seedDemo } from '#demo/seed/seed-demo.ts'
import { keepFiles, takeFiles } from '../files-in-database.ts'
import { removeFolder, processFolder } from '../process-folder.ts'
import { bringUpToDate, copyOf, dropDatabase } from './database.ts'
import { startHarness, type Harness } from './harness.ts'
import { sourcesStamp } from './sources-stamp.ts'
import { closeAtEnd } from './use-harness.ts'

const AT = '2026-11-20T10:00:00+09:00'
const logLines = z.array(z.string())

/**
 * The harness of one test file, with the demo's people as they are on 20 November 2026 at 10:00. Their thirteen months
 * are lived through once a run and copied, with what the stand-ins remember of them and what was logged meanwhile.
 */
export async function useSeededHarness(): Promise<Harness> {
  const url = await copyOf({ name: `seeded_${sourcesStamp()}`, fill: seedOnce })
  const folder = processFolder('seeded')
  const logged = logLines.parse(JSON.parse(await takeFiles(url, folder)))
  const harness = await startHarness(AT, {}, { past: { url, folder } })
  harness.logLines.push(...logged)
  // The last of these runs first.
  afterAll(async () => {
    await dropDatabase(url)
    removeFolder(folder)
  })
  return closeAtEnd(harness)
}

async function seedOnce(url: string) {
  await bringUpToDate(url)
  const folder = processFolder('seeded')
  const harness = await startHarness(AT, {}, { past: { url, folder }, prints: true })
  await seedDemo(harness.services, () => undefined)
  await harness.stop()
  await keepFiles(url, folder, JSON.stringify(harness.logLines))
  removeFolder(folder)
}
