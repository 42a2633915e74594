import { spawnSync } from 'node:child_process'
import { findOnPath, installSystemPackages } from '../../../tools/setup/system-package.ts'

/** Debian's, with PostgreSQL 15. */
const programs = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
}

/** Installs what is missing. @returns why the tests cannot run here: they are skipped with this sentence. */
export function whyNoPatroni(): string | undefined {
  const missing = () =>
    Object.entries(programs).flatMap(([path, from]) => (findOnPath(path) ? [] : [from]))
  if (missing().length > 0) installSystemPackages(missing(), () => undefined)
  const names = missing()
  return names.length === 0
    ? undefined
    : `The test of a database that fails over needs packages that are not here and could not be installed: sudo apt-get install ${names.join(' ')}`
}

/**
 * Which of Patroni's two ways to etcd the installed version is safe with. Before 3.0.3 a leader that wakes writes its name
 * over its successor's by `etcd3` (docs/decisions/097).
 */
export function wayToEtcd(): 'etcd' | 'etcd3' {
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0, patch = 0] = (/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '')
    .split('.')
    .map(Number)
  return major * 10_000 + minor * 100 + patch >= 3_00_03 ? 'etcd3' : 'etcd'
}
