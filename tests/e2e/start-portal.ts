// The portal that the browser tests share for one run; at its desk lies a morning's work of identity checks.
import { listenForEnd } from '../../tools/setup/end-request.ts'
import { announceReady, runUntilEnd } from '../../tools/setup/run-portal.ts'
import { runTool } from '../../tools/setup/run-tool.ts'
import { plantAtDesk } from '../api/plant-at-desk.ts'
import { startTestPortal } from './test-portal.ts'

await runTool(async () => {
  const end = listenForEnd()
  await runUntilEnd(end, async (started) => {
    const portal = await startTestPortal(started, end)
    if (portal === undefined) return
    await plantAtDesk(portal.services, 'checks')
    await announceReady(portal, end)
  })
})
