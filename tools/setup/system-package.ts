import { spawnSync } from 'node:child_process'

/** Installs packages of the system, as root or by sudo without a password. False: not possible. */
export function installSystemPackages(names: string[], log: (line: string) => void): boolean {
  if (!isOnPath('apt-get')) return false
  log(`Installing ${names.join(' and ')} with the system's package manager`)
  return runAptGet(['update', '-q']) && runAptGet([...installing, ...names])
}

/** The same for one that would be good to have: only where the package manager knows it without asking anybody. */
export function installKnownPackage(name: string, log: (line: string) => void): boolean {
  if (!isOnPath('apt-cache') || spawnSync('apt-cache', ['show', name]).status !== 0) return false
  log(`Installing ${name} with the system's package manager`)
  return runAptGet([
    ...installing,
    '-o',
    'Acquire::Retries=0',
    '-o',
    'Acquire::http::Timeout=5',
    name,
  ])
}

const installing = ['install', '-y', '-q', '--no-install-recommends']

function runAptGet(words: string[]): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const [program = '', ...rest] = [...asRoot, 'apt-get', ...words]
  return spawnSync(program, rest, { env, stdio: 'ignore' }).status === 0
}

/** The path of a program, or undefined. */
export function findOnPath(name: string): string | undefined {
  const found = spawnSync('/bin/sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : undefined
}

function isOnPath(name: string): boolean {
  return findOnPath(name) !== undefined
}
