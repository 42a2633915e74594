import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asServer, lastComplaint, type PostgresHome } from './home.ts'
import { endServerOf, readPostmaster } from './postmaster.ts'
import { StartRefusal } from '#process/start-refusal.ts'

const maxLogBytes = 10_000_000
/** How long a dead server's last backends may hold its memory before a new start gives up. */
const inheritanceTimeoutMs = 10_000
const maxRestarts = 20
/** Before a start that failed is tried again: whatever kills the server may need a moment to be over. */
const restartPauseMs = 200

/** A server that is kept running on one port until `stop`. */
export type RunningServer = { port: number; stop: (how: 'fast' | 'immediate') => Promise<void> }

/** @throws {StartRefusal} with the server's own complaint. */
export async function launchOnFreePort(
  home: PostgresHome,
  wanted: number | 'free',
  settings: Record<string, string>,
  log: (line: string) => void,
) {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted === 'free' ? await freePort() : wanted
    try {
      return await keepRunning(home, port, settings, log)
    } catch (error) {
      const taken = error instanceof StartRefusal && /Address already in use/.test(error.message)
      if (!taken || wanted !== 'free' || attempt === 5) throw error
    }
  }
}

/** Runs the server until `stop`: one that dies in between is started again on the same port. */
async function keepRunning(
  home: PostgresHome,
  port: number,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<RunningServer> {
  let stopping = false
  let restarts = 0
  let restarting = Promise.resolve()
  // Also one that is not ready yet: we may end while it recovers.
  let newest: ChildProcess | undefined
  const endWithUs = () => newest?.kill('SIGINT')
  process.once('exit', endWithUs)
  const begin = () => launch(home, port, settings, (spawned) => (newest = spawned))
  let server = await begin().catch((error: unknown) => {
    process.removeListener('exit', endWithUs)
    throw error
  })

  const restart = async (how: string): Promise<void> => {
    if (stopping) return
    restarts += 1
    if (restarts > maxRestarts) return log(`PostgreSQL ended again (${how}): giving up`)
    log(`PostgreSQL ended by itself (${how}): starting it again`)
    try {
      server = await begin()
      watch()
    } catch (error) {
      // One that is killed while it recovers is no less dead than the first.
      await pause(restartPauseMs)
      await restart(error instanceof Error ? error.message : String(error))
    }
  }
  const watch = () =>
    server.once('exit', (code, signal) => {
      restarting = restart(signal ?? `code ${code}`)
    })
  watch()

  const stop = async (how: 'fast' | 'immediate') => {
    stopping = true
    await restarting
    process.removeListener('exit', endWithUs)
    await endServerOf(home.data, log, how)
  }
  return { port, stop }
}

async function launch(
  home: PostgresHome,
  port: number,
  settings: Record<string, string>,
  onSpawn: (server: ChildProcess) => void,
) {
  const deadline = performance.now() + inheritanceTimeoutMs
  for (;;) {
    const outcome = await launchOnce(home, port, settings, onSpawn)
    if (typeof outcome !== 'string') return outcome
    const mayPass = /pre-existing shared memory|lock file .* already exists/.test(outcome)
    if (!mayPass || performance.now() > deadline) {
      throw new StartRefusal(`PostgreSQL did not start: ${outcome} (log: ${home.logFile})`)
    }
    await pause(200)
  }
}

/** The server once it accepts connections, or its complaint. */
async function launchOnce(
  home: PostgresHome,
  port: number,
  settings: Record<string, string>,
  onSpawn: (server: ChildProcess) => void,
): Promise<ChildProcess | string> {
  if (existsSync(home.logFile) && statSync(home.logFile).size > maxLogBytes) {
    truncateSync(home.logFile)
  }
  const logStart = existsSync(home.logFile) ? statSync(home.logFile).size : 0
  const logTarget = openSync(home.logFile, 'a', 0o600)
  // No socket file, so no limit on the length of the path; detached, so that Ctrl-C in a terminal
  // reaches us alone and the server ends after those who use it.
  const server = spawn(join(home.bin, 'postgres'), serverArguments(home, port, settings), {
    ...asServer(home),
    detached: true,
    stdio: ['ignore', logTarget, logTarget],
  })
  closeSync(logTarget)
  onSpawn(server)
  let failure = ''
  server.once('error', (error) => (failure = error.message))
  for (;;) {
    if (failure) return failure
    if (server.exitCode !== null || server.signalCode !== null) {
      return lastComplaint(readFileSync(home.logFile).subarray(logStart).toString('utf8'))
    }
    const postmaster = readPostmaster(home.data)
    if (postmaster?.pid === server.pid && postmaster?.status === 'ready') return server
    await pause(15)
  }
}

function serverArguments(home: PostgresHome, port: number, settings: Record<string, string>) {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: 'on',
    ...settings,
  }
  return [
    '-D',
    home.data,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
