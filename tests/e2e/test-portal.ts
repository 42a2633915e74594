import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '#backend/db/connect.ts'
import { buildPortal } from '../../tools/setup/build.ts'
import { builtServer } from '../../tools/setup/built-server.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import type { Started } from '../../tools/setup/run-portal.ts'
import { say } from '../../tools/setup/run-tool.ts'
import { createTestDatabase } from '../api/database.ts'
import { useTestDatabase } from './portal-parts.ts'

/**
 * A portal for browser tests, the built one: a free port, an empty database that gets the demo's people, a folder that is thrown away.
 * Its life begins at `startAt`, or now. With `proxyPort` it is reached at an https address there. Undefined when the end
 * was wished for meanwhile.
 */
export async function startTestPortal(
  started: Started,
  end: AbortSignal,
  startAt?: string,
  proxyPort?: number,
) {
  await useTestDatabase(started)
  await buildPortal(root, say, end)
  if (end.aborted) return undefined
  const dataFolder = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  started.add(async () => rmSync(dataFolder, { recursive: true, force: true }))
  const databaseUrl = await createTestDatabase()
  if (startAt) await beginAt(databaseUrl, startAt)
  const port = await freePort()
  const inFront = proxyPort
    ? { publicUrl: `https://localhost:${proxyPort}`, proxies: ['127.0.0.1', '::1'] }
    : undefined
  const { startAll } = await builtServer(root)
  const portal = await startAll({ databaseUrl, port, mode: 'demo', dataFolder, inFront, log: say })
  started.add(portal.stop)
  return portal
}

/** Nothing has happened in the empty database: its time may begin anywhere, in the past too. */
async function beginAt(databaseUrl: string, startAt: string) {
  const handle = connectDatabase({ url: databaseUrl, maxConnections: 1 })
  const offset_ms = Temporal.Instant.from(startAt).epochMilliseconds - Date.now()
  await handle.db.updateTable('clock_setting').set({ offset_ms }).execute()
  await handle.close()
}
