// node tools/on-postgresql.ts 16 vitest run --project api src/backend/data: a command, with a PostgreSQL of that version for its tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefusal } from '#process/start-refusal.ts'
import { endOf, listenForEnd } from './setup/end-request.ts'
import { startPostgresql } from './setup/postgresql-server.ts'
import { root } from './setup/root.ts'
import { runTool } from './setup/run-tool.ts'

await runTool(async () => {
  const [major, program, ...words] = process.argv.slice(2)
  if (major === undefined || program === undefined)
    throw new StartRefusal('node tools/on-postgresql.ts <major version> <program> …')
  const end = listenForEnd()
  const scratch = mkdtempSync(join(tmpdir(), 'on-postgresql-'))
  try {
    const server = await startPostgresql(Number(major), scratch)
    try {
      return await run(program, words, server.url, end)
    } finally {
      await server.close()
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})

async function run(program: string, words: string[], url: string, end: AbortSignal) {
  const child = spawn(join(root, 'node_modules', '.bin', program), words, {
    env: { ...process.env, TEST_DATABASE_URL: url },
    stdio: 'inherit',
  })
  void endOf(end).then(() => child.kill())
  const [code] = await once(child, 'close')
  return typeof code === 'number' ? code : 1
}
