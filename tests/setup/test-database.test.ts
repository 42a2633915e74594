import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { removeEmbeddedPostgres } from '#demo/embedded-postgres/embedded-postgres.ts'
import { embeddedPostgresFolder } from '#demo/embedded-postgres/home.ts'
import { slotFolder, slotInMemory } from '../../tools/setup/test-database.ts'
import { lockHolder } from '#process/folder-lock.mjs'
import { runProgram } from './run-program.ts'
import { scratchFolder } from './scratch-folder.ts'
import { longTest } from '#tests/tries.ts'

const AT_ONCE = 3
const each = <T>(make: (index: number) => T) => Array.from({ length: AT_ONCE }, (_, i) => make(i))

async function rowsAfterWriting(url: string, row: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table if not exists run (name text)')
    await client.query('insert into run values ($1)', [row])
    return (await client.query('select name from run')).rows
  } finally {
    await client.end()
  }
}

const foldersOf = (root: string, slot: number) => [slotFolder(root, slot), slotInMemory(root, slot)]
const emptied = (root: string) => async () => {
  for (const slot of [1, 2, 3, 4, 5, 6, 7, 8])
    for (const folder of foldersOf(root, slot))
      await removeEmbeddedPostgres(folder, () => undefined)
}

test('ほかの実行が準備中のフォルダーには触れず、次を確保する', async () => {
  const root = scratchFolder()
  mkdirSync(join(root, '.data'))
  onTestFinished(emptied(root))
  const other = runProgram('take-lock.ts', [`${slotFolder(root, 1)}.lock`])
  await other.says(/mine\n/)
  const run = runProgram('start-test-database.ts', [root])
  await run.says(/started .*\n/)
  for (const folder of foldersOf(root, 1))
    expect(existsSync(embeddedPostgresFolder(folder))).toBe(false)
  expect(lockHolder(`${slotFolder(root, 1)}.lock`)).toBe(other.pid)
  expect(lockHolder(`${slotFolder(root, 2)}.lock`)).toBe(run.pid)
  // In memory or on disk, not both.
  const made = foldersOf(root, 2).filter((folder) => existsSync(embeddedPostgresFolder(folder)))
  expect(made).toHaveLength(1)
  run.kill('SIGKILL')
  await run.ended
})

longTest(
  '同時に始まったテストは、前の残りがあっても、それぞれデータベースを持つ',
  async () => {
    const root = scratchFolder()
    mkdirSync(join(root, '.data'))
    const start = () => runProgram('start-test-database.ts', [root])
    onTestFinished(emptied(root))
    const killed = each(start)
    await Promise.all(killed.map((run) => run.says(/started .*\n/)))
    for (const run of killed) run.kill('SIGKILL')
    await Promise.all(killed.map((run) => run.ended))

    const runs = each(start)
    const urls = await Promise.all(
      runs.map(async (run) => (await run.says(/started (.*)\n/))[1] ?? ''),
    )
    expect(new Set(urls).size).toBe(AT_ONCE)
    for (const [index, url] of urls.entries())
      expect(await rowsAfterWriting(url, `run ${index}`)).toEqual([{ name: `run ${index}` }])
  },
  180_000,
)
