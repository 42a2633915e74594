// The process that `npm run dev` starts anew at every change of server code.
import { startDemo } from '#demo/start/demo.ts'
import { listenForEnd } from './end-request.ts'
import { readPort } from './port.ts'
import { announceReady, runUntilEnd } from './run-portal.ts'
import { runTool, say } from './run-tool.ts'

await runTool(async () => {
  const end = listenForEnd()
  const port = readPort(process.env.PORT)
  await runUntilEnd(end, async (started) => {
    const databaseUrl = process.env.DATABASE_URL ?? ''
    const portal = await startDemo({ databaseUrl, port, development: true, log: say })
    started.add(portal.stop)
    await announceReady(portal, end)
  })
})
