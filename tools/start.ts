// npm start: everything on this machine, with demo data. PORT (3000), DATABASE_URL (else embedded).
import { buildPortal } from './setup/build.ts'
import { builtDemo } from './setup/built-demo.ts'
import { openDatabase } from './setup/database.ts'
import { listenForEnd } from './setup/end-request.ts'
import { readPort, refuseTakenPort } from './setup/port.ts'
import { root } from './setup/root.ts'
import { announceReady, runUntilEnd } from './setup/run-portal.ts'
import { runTool, say } from './setup/run-tool.ts'

await runTool(async () => {
  const end = listenForEnd()
  const port = readPort(process.env.PORT)
  await refuseTakenPort(port)
  await runUntilEnd(end, async (started) => {
    const database = await openDatabase(root, say)
    started.add(database.stop)
    await buildPortal(root, say, end)
    if (end.aborted) return
    say('Starting the portal')
    const { startDemo } = await builtDemo(root)
    const portal = await startDemo({ databaseUrl: database.url, port, log: say })
    started.add(portal.stop)
    await announceReady(portal, end)
  })
})
