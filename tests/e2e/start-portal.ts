// The portal of one run of the browser tests: a free port, an empty database, a folder that is thrown away.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAll } from '#server/main.ts'
import { buildPortal } from '../../tools/setup/build.ts'
import { listenForEnd } from '../../tools/setup/end-request.ts'
import { root } from '../../tools/setup/root.ts'
import { announceReady, runUntilEnd } from '../../tools/setup/run-portal.ts'
import { runTool, say } from '../../tools/setup/run-tool.ts'
import { createTestDatabase } from '../api/database.ts'
import { freePort, useTestDatabase } from './portal-parts.ts'

await runTool(async () => {
  const end = listenForEnd()
  await runUntilEnd(end, async (started) => {
    await useTestDatabase(started)
    await buildPortal(root, say, end)
    if (end.aborted) return
    const dataFolder = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
    started.add(async () => rmSync(dataFolder, { recursive: true, force: true }))
    const databaseUrl = await createTestDatabase()
    const port = await freePort()
    const portal = await startAll({ databaseUrl, port, mode: 'demo', dataFolder, log: say })
    started.add(portal.stop)
    await announceReady(portal, end)
  })
})
