import { spawnSync } from 'node:child_process'

/** Installs packages of the system, as root or by sudo without a password. False: not possible. */
export function installSystemPackages(names: string[], log: (line: string) => void): boolean {
  if (!isOnPath('apt-get')) return false
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  log(`Installing ${names.join(' and ')} with the system's package manager`)
  const runs = [
    [...asRoot, 'apt-get', 'update', '-q'],
    [...asRoot, 'apt-get', 'install', '-y', '-q', '--no-install-recommends', ...names],
  ]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return runs.every(([program = '', ...words]) => {
    return spawnSync(program, words, { env, stdio: 'ignore' }).status === 0
  })
}

/** The path of a program, or undefined. */
export function findOnPath(name: string): string | undefined {
  const found = spawnSync('/bin/sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : undefined
}

function isOnPath(name: string): boolean {
  return findOnPath(name) !== undefined
}
