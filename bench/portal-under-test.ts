import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realClock } from '#backend/clock.ts'
import { startDemo } from '#server/demo/demo.ts'
import { freePort } from '../tools/setup/free-port.ts'
import { root } from '../tools/setup/root.ts'
import { openScratch } from './scratch.ts'
import { start, type Contender } from './process-under-test.ts'

export const program = (name: string) =>
  fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))

/** The stand-ins here, the web server in a process of its own, on a database without members. */
export async function openPortal() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const scratch = await openScratch()
  const port = await freePort()
  const demo = await startDemo({
    dataFolder: folder,
    databaseUrl: scratch.url,
    port,
    clock: realClock,
    withoutPast: true,
    log: () => undefined,
  })
  const env = Object.fromEntries(
    Object.entries(demo.config).flatMap(([name, value]) =>
      value === undefined || typeof value === 'boolean' ? [] : [[name, String(value)]],
    ),
  )
  const startOne = (path: string): Promise<Contender> =>
    start(
      'the portal',
      process.execPath,
      ['--max-semi-space-size=4', join(root, 'build/serve/serve.js'), 'web'],
      `http://localhost:${port}${path}`,
      env,
    )
  return {
    folder,
    origin: `http://localhost:${port}`,
    startOne,
    close: async () => {
      await demo.stop()
      await scratch.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
