import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Image } from './image.ts'

/** How a container may differ from another of the same image; the names are those of a compose file. */
export type Limits = {
  readonly readOnly: boolean
  readonly tmpfs: readonly string[]
  readonly dropsCapabilities: boolean
  readonly gainsNoPrivileges: boolean
}

export type Container = {
  /** Of the process itself: a signal reaches it as a container engine's would. */
  readonly pid: number
  readonly said: () => string
  readonly ended: Promise<number | null>
  readonly kill: (signal: NodeJS.Signals) => void
}

/**
 * Starts a command in the image's files, in a mount namespace of its own: as the image's user, with its environment and
 * working directory, and nothing of this machine's.
 */
export function startContainer(
  image: Image,
  {
    command,
    entrypoint = image.config.Entrypoint,
    environment = {},
    limits,
    network,
    files = {},
  }: {
    command: readonly string[]
    entrypoint?: readonly string[]
    environment?: Readonly<Record<string, string>>
    limits: Limits
    /** A network namespace; this machine's, if none is named. */
    network?: string
    /** Files and folders of this machine, by where they are seen. */
    files?: Readonly<Record<string, string>>
  },
): Container {
  const { folder, config } = image
  const [user = '', group = user] = config.User.split(':')
  const steps = [
    'set -e',
    'root=$1; shift',
    'mount --bind "$root" "$root"',
    ...Object.entries(files).map(([inside, file]) => {
      const make = statSync(file).isDirectory()
        ? `mkdir -p "$root${inside}"`
        : `touch "$root${inside}"`
      return `${make}; mount --bind ${file} "$root${inside}"`
    }),
    ...(limits.readOnly ? ['mount -o remount,bind,ro "$root"'] : []),
    'mount --bind /proc "$root/proc"',
    'mount --rbind /dev "$root/dev"',
    ...limits.tmpfs.map((path) => `mount -t tmpfs -o mode=1777 tmpfs "$root${path}"`),
    'exec chroot "$root" "$@"',
  ]
  const words = [
    'unshare',
    '--mount',
    '--propagation',
    'private',
    'sh',
    '-c',
    steps.join('\n'),
    'container',
    folder,
    '/usr/bin/setpriv',
    `--reuid=${user}`,
    `--regid=${group}`,
    '--clear-groups',
    ...(limits.dropsCapabilities ? ['--inh-caps=-all', '--bounding-set=-all'] : []),
    ...(limits.gainsNoPrivileges ? ['--no-new-privs'] : []),
    '/usr/bin/env',
    '-i',
    `--chdir=${config.WorkingDir}`,
    ...config.Env,
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    ...entrypoint,
    ...command,
  ]
  const [program = '', ...rest] =
    network === undefined ? words : ['nsenter', `--net=/run/netns/${network}`, ...words]
  // A file, because what is said to a socket cannot be opened again as /dev/stdout.
  const log = join(tmpdir(), `container-${randomUUID()}.log`)
  const output = openSync(log, 'w')
  const child = spawn(program, rest, { stdio: ['ignore', output, output] })
  closeSync(output)
  let said: string | undefined
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      said = readFileSync(log, 'utf8')
      rmSync(log)
      resolve(code)
    })
  })
  return {
    pid: child.pid ?? 0,
    said: () => said ?? readFileSync(log, 'utf8'),
    ended,
    kill: (signal) => void child.kill(signal),
  }
}

/** Runs a command to its end, and says its code and what it said. */
export async function runContainer(...asked: Parameters<typeof startContainer>) {
  const { ended, said } = startContainer(...asked)
  const code = await ended
  return { code, said: said() }
}
