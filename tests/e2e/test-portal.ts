import { rmSync } from 'node:fs'
import { buildPortal } from '../../tools/setup/build.ts'
import { builtDemo } from '../../tools/setup/built-demo.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import type { Started } from '../../tools/setup/run-portal.ts'
import { say } from '../../tools/setup/run-tool.ts'
import { copyDemo } from './demo-copy.ts'
import { useTestDatabase } from './portal-parts.ts'

/** When the tests' portals begin, unless they say otherwise: one moment, so that the demo's past is made once for all of them. */
export const demoMoment = '2026-11-28T10:00:00+09:00'

/**
 * A portal for browser tests, the built one: a free port, a copy of the demo's database and of its folder, which is thrown away.
 * Its life begins at `startAt`. With `proxyPort` it is reached at an https address there. Undefined when the end
 * was requested meanwhile.
 */
export async function startTestPortal(
  started: Started,
  end: AbortSignal,
  startAt = demoMoment,
  proxyPort?: number,
) {
  await useTestDatabase(started)
  await buildPortal(root, say, end)
  if (end.aborted) return undefined
  const { url: databaseUrl, folder: dataFolder } = await copyDemo(startAt)
  started.add(async () => rmSync(dataFolder, { recursive: true, force: true }))
  const port = await freePort()
  const inFront = {
    ...(proxyPort && { publicUrl: `https://localhost:${proxyPort}` }),
    proxies: ['127.0.0.1', '::1'],
  }
  const { startDemo } = await builtDemo(root)
  const portal = await startDemo({ databaseUrl, port, dataFolder, inFront, log: say })
  started.add(portal.stop)
  return portal
}
