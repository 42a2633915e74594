// Starts the embedded database of a folder as a tool does, and ends it again.
import { startEmbeddedPostgres } from '#demo/embedded-postgres/embedded-postgres.ts'
import { runTool, say } from '../../../tools/setup/run-tool.ts'

const [folder = ''] = process.argv.slice(2)
await runTool(async () => {
  const server = await startEmbeddedPostgres({ folder, log: say })
  await server.stop()
})
