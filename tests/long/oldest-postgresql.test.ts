import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDatabase } from '../api/database.ts'
import { root } from '../../tools/setup/root.ts'
import { startOldestServer } from './oldest-server.ts'

const scratch = mkdtempSync(join(tmpdir(), 'oldest-'))
let oldest: Awaited<ReturnType<typeof startOldestServer>>
beforeAll(async () => {
  oldest = await startOldestServer(scratch)
})
afterAll(async () => {
  await oldest.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** The API's own tests, each file with a database on that server. */
async function runApiTests(...paths: string[]) {
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  const child = spawn(vitest, ['run', '--project', 'api', '--reporter=dot', ...paths], {
    cwd: root,
    env: {
      ...process.env,
      TEST_DATABASE_URL: oldest.url,
      // As databases are that have grown: with columns that were dropped. The usual tests have fresh ones.
      TEST_DATABASE_MADE_BY: 'migrations',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const [code]: unknown[] = await once(child, 'close')
  return { code, said }
}

test('約束している最も古い PostgreSQL（15）で、データ・請求・手続きのテストがすべて通る', async () => {
  const { rows } = await inDatabase(oldest.url, 'show server_version')
  expect(rows[0]?.server_version).toMatch(/^15\./)
  const { code, said } = await runApiTests(
    'src/backend',
    'tests/api/final-rows',
    'tests/api/schema.test.ts',
    'tests/api/faults',
  )
  expect(code, said.slice(-8000)).toBe(0)
}, 1_800_000)
