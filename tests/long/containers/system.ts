import { spawn, spawnSync } from 'node:child_process'
import { findOnPath, installSystemPackages } from '../../../tools/setup/system-package.ts'

/** Programs that build and start containers without a daemon and without a registry, and their Debian packages. */
const programs = {
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  ip: 'iproute2',
  unshare: 'util-linux',
  openssl: 'openssl',
}

/** Installs what is missing. @returns why the tests cannot run here: they are skipped with this sentence. */
export function whyNoContainers(log: (line: string) => void): string | undefined {
  const missing = () =>
    Object.entries(programs).flatMap(([name, from]) => (findOnPath(name) ? [] : [from]))
  if (missing().length > 0) installSystemPackages(missing(), log)
  const names = missing()
  if (names.length > 0)
    return `The container tests need programs that are not here and could not be installed: sudo apt-get install ${names.join(' ')}`
  if (process.getuid?.() !== 0)
    return 'The container tests make namespaces and mounts, which needs root: run npm run test:long as root.'
  const tried = spawnSync('unshare', ['--mount', '--net', 'true'])
  return tried.status === 0
    ? undefined
    : 'The container tests make namespaces and mounts, which this machine does not allow: run them on a virtual machine.'
}

/** Runs a program to its end. @throws Error with what it said where it fails */
export async function run(program: string, words: readonly string[]): Promise<string> {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let all = ''
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString()
    all += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => (all += part.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${code}\n${all.slice(-4000)}`)
  return said.trim()
}
