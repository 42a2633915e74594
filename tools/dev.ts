// npm run dev: the portal on demo data, following every change. Vite reloads pages, style and
// content in the browser; a change of server code restarts the server, not the database.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { serverSources } from '#server/pages/server-sources.ts'
import { openDatabase } from './setup/database.ts'
import { listenForEnd } from './setup/end-request.ts'
import { readPort, refuseTakenPort } from './setup/port.ts'
import { root } from './setup/root.ts'
import { runUntilEnd } from './setup/run-portal.ts'
import { runTool, say } from './setup/run-tool.ts'

/** Server code only: Vite itself reloads the portal, and what it writes must not restart us. */
const watched = serverSources.map((part) => `--watch-path=${join(root, part)}`)

await runTool(async () => {
  const end = listenForEnd()
  const port = readPort(process.env.PORT)
  await refuseTakenPort(port)
  await runUntilEnd(end, async (started) => {
    const database = await openDatabase(root, say)
    started.add(database.stop)
    const server = join(root, 'tools', 'setup', 'dev-server.ts')
    // Its own session: a Ctrl-C in the terminal reaches it through us, once, before the database ends.
    const child = spawn(process.execPath, [...watched, '--watch-preserve-output', server], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: database.url, PORT: String(port) },
      stdio: 'inherit',
      detached: true,
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    process.once('exit', () => child.kill('SIGKILL'))
    started.add(async () => {
      child.kill('SIGTERM')
      await ended
    })
  })
})
