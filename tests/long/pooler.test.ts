import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { connectDatabase } from '#backend/db/connect.ts'
import { SchemaRefusal, isUpToDate } from '#backend/db/migrate.ts'
import { refuseSharedSessions } from '#backend/db/own-sessions.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { asServer, prepareHome } from '#demo/embedded-postgres/home.ts'
import { createTestDatabase } from '../api/database.ts'
import { until } from '../api/faults/until.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { findOnPath, installSystemPackages } from '../../tools/setup/system-package.ts'

const scratch = mkdtempSync(join(tmpdir(), 'pooler-'))
chmodSync(scratch, 0o711)
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function ensurePooler(): string {
  const find = () => findOnPath('pgbouncer') ?? findOnPath('/usr/sbin/pgbouncer')
  const found =
    find() ?? (installSystemPackages(['pgbouncer'], () => undefined) ? find() : undefined)
  if (found) return found
  throw new Error(
    'This test needs pgbouncer, and none is here or could be installed: apt-get install pgbouncer.',
  )
}

/** With the settings of docs/operations.md, "A pooler in between". */
async function startPooler(mode: 'session' | 'transaction' | 'statement', poolSize = 60) {
  const database = new URL(await createTestDatabase())
  const home = prepareHome(join(scratch, `${mode}${poolSize}`), () => undefined)
  const port = await freePort()
  const file = join(scratch, `${mode}${poolSize}.ini`)
  writeFileSync(
    file,
    `[databases]
portal = host=${database.hostname} port=${database.port} dbname=${database.pathname.slice(1)} user=${database.username} password=${database.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
server_reset_query = discard all
ignore_startup_parameters = extra_float_digits
`,
  )
  const child = spawn(ensurePooler(), [file], { ...asServer(home), stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const ended = once(child, 'close')
  stops.push(async () => {
    child.kill('SIGTERM')
    child.kill('SIGINT')
    await ended
    rmSync(home.home, { recursive: true, force: true })
  })
  await until('the pooler listens', () => {
    if (child.exitCode !== null) throw new Error(said)
    return said.includes('process up')
  })
  return `postgres://portal@127.0.0.1:${port}/portal`
}

function connectBy(url: string) {
  const handle = connectDatabase({ url })
  stops.push(handle.close)
  return handle
}

test('session の pgbouncer を通しても、時間帯・待つ時間・仕事の知らせは、直につないだときと同じ', async () => {
  const url = await startPooler('session')
  const { pool, reading } = connectBy(url)
  await refuseSharedSessions(pool)
  for (const one of [pool, reading]) {
    const { rows } = await one.query(
      `select current_setting('timezone') as zone, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    expect(rows).toEqual([{ zone: 'UTC', lock: '2500ms', idle: '30s' }])
  }
  expect(await isUpToDate(pool)).toBe(true)
  const queue = await openQueue({ url, log: createLog('silent'), worker: true })
  stops.push(queue.stop)
  await queue.prepare([])
})

test.each(['transaction', 'statement'] as const)(
  '%s の pgbouncer は、起動のときに一文で断る',
  async (mode) => {
    const url = await startPooler(mode)
    const { pool } = connectBy(url)
    await expect(refuseSharedSessions(pool)).rejects.toThrow(
      new SchemaRefusal(
        'DATABASE_URL leads to a pooler that shares its sessions (pgbouncer in transaction or statement mode): the portal needs pool_mode = session (docs/operations.md).',
      ),
    )
  },
)

test('断る理由：transaction では、二つの worker が一つの鍵をともに持ち、仕事の知らせは頼んでいない方に届く', async () => {
  const { pool } = connectBy(await startPooler('transaction', 1))
  const [one, other] = [await pool.connect(), await pool.connect()]
  for (const worker of [one, other]) stops.push(async () => worker.release(true))
  const lock = `select pg_try_advisory_lock(hashtext('due work')) as is_ours`
  for (const worker of [one, other])
    expect((await worker.query(lock)).rows).toEqual([{ is_ours: true }])

  const noticed: string[] = []
  for (const [name, worker] of Object.entries({ one, other }))
    worker.on('notification', () => noticed.push(name))
  await one.query('listen work')
  await other.query('notify work')
  // Its own answer comes after whatever it was told.
  await one.query('select 1')
  expect(noticed).toEqual(['other'])
})
