import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { backUpCluster } from '#demo/embedded-postgres/backup.ts'
import { extractArchive } from '#demo/embedded-postgres/archive.ts'
import { createCluster, superuser } from '#demo/embedded-postgres/cluster.ts'
import {
  embeddedPostgresFolder,
  prepareHome,
  type PostgresHome,
} from '#demo/embedded-postgres/home.ts'
import { giveTo } from '#demo/embedded-postgres/restore.ts'
import { startFaultProxy } from '../api/faults/fault-proxy.ts'
import { until } from '../api/faults/until.ts'
import { freePort } from '../../tools/setup/free-port.ts'

const log = () => undefined
const STANDBY = 'standby'

/**
 * Two servers of PostgreSQL: a primary, and a standby that was made of its backup and follows its log. Unlike the
 * portal's own database nobody starts them again.
 */
export async function startTwoServers(scratch: string) {
  const first = prepareHome(join(scratch, 'first'), log)
  createCluster(first, log)
  const primary = await startServer(first)
  // The log takes its way through a place that a test can close.
  const between = await startFaultProxy(new URL(primary.url))
  const standby = await startStandby(scratch, primary.url, between.url)
  const isFollowing = async () => {
    const { rows } = await ask(primary.url, 'select state from pg_stat_replication')
    return rows[0]?.state === 'streaming'
  }
  await until('the standby follows', isFollowing)

  return {
    primary,
    standby,
    between,
    /** From now on nothing is acknowledged that the standby has not written to its disk. */
    async waitForStandby() {
      await ask(primary.url, `alter system set synchronous_standby_names = '${STANDBY}'`)
      await ask(primary.url, 'select pg_reload_conf()')
      await until('commits wait for the standby', async () => {
        const { rows } = await ask(primary.url, 'select sync_state from pg_stat_replication')
        return rows[0]?.sync_state === 'sync'
      })
    },
    promote: () => ask(standby.url, 'select pg_promote()'),
    async close() {
      await between.close()
      for (const server of [primary, standby]) await server.kill()
      for (const name of ['first', 'second'])
        rmSync(embeddedPostgresFolder(join(scratch, name)), { recursive: true, force: true })
    },
  }
}

async function startStandby(scratch: string, primaryUrl: string, way: string) {
  const home = prepareHome(join(scratch, 'second'), log)
  const file = join(scratch, 'backup.tar.gz')
  await backUpCluster(primaryUrl, file)
  await extractArchive(file, home.home)
  // The backup has the password of the first server.
  writeFileSync(home.secretFile, new URL(primaryUrl).password, { mode: 0o600 })
  writeFileSync(join(home.data, 'standby.signal'), '')
  if (home.account) giveTo(home.data, home.account)
  const connection = new URL(way)
  connection.searchParams.set('application_name', STANDBY)
  return startServer(home, { primary_conninfo: connection.href })
}

async function startServer(home: PostgresHome, settings: Record<string, string> = {}) {
  const port = await freePort()
  const words = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    ...settings,
  }
  const server = spawn(
    join(home.bin, 'postgres'),
    [
      '-D',
      home.data,
      ...Object.entries(words).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      uid: home.account?.uid,
      gid: home.account?.gid,
      cwd: home.home,
      env: { LC_ALL: 'C' },
      stdio: 'ignore',
    },
  )
  const ended = once(server, 'close')
  const secret = readFileSync(home.secretFile, 'utf8')
  const url = `postgres://${superuser}:${secret}@127.0.0.1:${port}/postgres`
  await until('the server answers', () =>
    ask(url, 'select 1').then(
      () => true,
      () => false,
    ),
  )

  /** As when its machine burns down: no process of it lives on, and nobody starts it again. */
  async function kill() {
    if (server.exitCode !== null || server.signalCode !== null) return
    const found = await ask(url, 'select pid from pg_stat_activity').catch(() => ({ rows: [] }))
    server.kill('SIGKILL')
    for (const { pid } of found.rows) end(Number(pid))
    await ended
  }
  return { url, kill }
}

function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(statement)
  } finally {
    await client.end()
  }
}
