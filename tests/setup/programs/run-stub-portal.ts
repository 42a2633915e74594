// The same steps as tools/start.ts with a portal that only answers its health.
import { createServer } from 'node:http'
import { openDatabase } from '../../../tools/setup/database.ts'
import { listenForEnd } from '../../../tools/setup/end-request.ts'
import { readPort, refuseTakenPort } from '../../../tools/setup/port.ts'
import { announceReady, runUntilEnd } from '../../../tools/setup/run-portal.ts'
import { runTool, say } from '../../../tools/setup/run-tool.ts'

const [root = ''] = process.argv.slice(2)

await runTool(async () => {
  const end = listenForEnd()
  const port = readPort(process.env.PORT)
  await refuseTakenPort(port)
  await runUntilEnd(end, async (started) => {
    const database = await openDatabase(root, say)
    started.add(database.stop)
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/health/' ? 200 : 404
      response.end()
    }).listen(port)
    started.add(async () => {
      server.close()
      server.closeAllConnections()
    })
    const members = [{ loginId: 'sato', password: 'secret', what: 'one voice line' }]
    const url = `http://127.0.0.1:${port}`
    await announceReady({ url, ownUrl: url, members, stop: async () => {} }, end)
  })
})
