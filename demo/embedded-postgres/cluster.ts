import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { asServer, lastComplaint, type PostgresHome } from './home.ts'
import { StartRefusal } from '#process/start-refusal.ts'

export const superuser = 'portal'
const majorVersion = '18'

/** A cluster is made aside and renamed into place, so a start killed in mid-way leaves none. */
export function createCluster(home: PostgresHome, log: (line: string) => void) {
  const versionFile = join(home.data, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim()
    if (found === majorVersion) return
    throw new StartRefusal(
      `The database in ${home.home} was made by PostgreSQL ${found}, this is ${majorVersion}: dump and restore it, or begin anew with npm run reset.`,
    )
  }
  log(`Creating the database in ${home.home}`)
  const draft = join(home.home, 'data.new')
  const passwordFile = join(home.home, 'password.new')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const secret = randomBytes(24).toString('hex')
  writeFileSync(home.secretFile, secret, { mode: 0o600 })
  writeFileSync(passwordFile, secret, { mode: 0o600 })
  if (home.account) {
    for (const path of [draft, passwordFile]) {
      chownSync(path, home.account.uid, home.account.gid)
    }
  }
  const arguments_ = [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const made = spawnSync(join(home.bin, 'initdb'), arguments_, {
    ...asServer(home),
    encoding: 'utf8',
  })
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const reason = made.error?.message ?? lastComplaint(made.stderr)
    throw new StartRefusal(`The database in ${home.home} could not be created: ${reason}`)
  }
  renameSync(draft, home.data)
}
