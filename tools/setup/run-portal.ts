import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { StartRefusal } from '#process/start-refusal.ts'
import { endOf } from './end-request.ts'

type DemoMember = { loginId: string; password: string; what: string }
/** The addresses are absent for a process that serves no pages. */
export type StartedPortal = {
  url?: string
  ownUrl?: string
  members: readonly DemoMember[]
  console?: { url: string; ownUrl: string; staff: readonly DemoMember[] }
  stop: () => Promise<void>
}

const readyTimeoutMs = 60_000
/** Longer than a database is given to end, first by itself and then at once: else it would outlive us. */
const stopTimeoutMs = 30_000

/** Ends what was started, the last first, each once; one that fails or hangs keeps none back. */
export class Started {
  readonly #stops: (() => Promise<void>)[] = []

  add(stop: () => Promise<void>) {
    this.#stops.push(stop)
  }

  async end() {
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      const patience = new AbortController()
      const timeout = pause(stopTimeoutMs, undefined, { signal: patience.signal, ref: false })
      await Promise.race([stop(), timeout]).catch((error: unknown) => {
        process.stderr.write(
          `While ending: ${error instanceof Error ? error.message : String(error)}\n`,
        )
      })
      patience.abort()
      timeout.catch(() => undefined)
    }
  }
}

/**
 * Runs a start and waits for the request to end. When that comes, or the start refuses half-way, all
 * that it started ends: a start is whole or not at all.
 */
export async function runUntilEnd(
  end: AbortSignal,
  start: (started: Started) => Promise<void>,
): Promise<void> {
  const started = new Started()
  try {
    await start(started)
    await endOf(end)
  } finally {
    await started.end()
  }
}

/**
 * Says `ready <url>` as soon as the portal answers, then who can log in. It is asked at its own port: the public
 * address leads through proxies that may not know it yet, or cannot be reached from here.
 */
export async function announceReady(portal: StartedPortal, end: AbortSignal): Promise<void> {
  if (portal.url && portal.ownUrl) await untilHealthy(portal.ownUrl, end)
  if (!end.aborted) sayReady(portal)
}

/** For a start that knows it is ready: it has reached its database and listens. */
export function sayReady({ url, members, console }: StartedPortal): void {
  const address = url ?? console?.url
  print(address === undefined ? 'ready' : `ready ${address}`)
  members.forEach(sayPerson)
  if (url === undefined || console === undefined) return
  print(`The staff's console: ${console.url} (the code of its login is a mail too)`)
  console.staff.forEach(sayPerson)
}

const sayPerson = ({ loginId, password, what }: DemoMember) =>
  print(`  ${loginId.padEnd(10)} ${password}  ${what}`)

export async function untilHealthy(url: string, end: AbortSignal) {
  const deadline = performance.now() + readyTimeoutMs
  let last = 'no answer'
  while (performance.now() < deadline && !end.aborted) {
    try {
      const health = await fetch(new URL('/health/', url), { signal: AbortSignal.timeout(5000) })
      const text = await health.text()
      if (health.status === 200 || hasDatabase(text)) return
      last = `status ${health.status}: ${text.slice(0, 300)}`
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    await pause(50)
  }
  if (!end.aborted) throw new StartRefusal(`The portal does not become healthy (${last}).`)
}

/** A web process is ready when it reaches its database: the worker, which counts for its health, is another process. */
function hasDatabase(health: string): boolean {
  try {
    return z.object({ database: z.literal('ok') }).safeParse(JSON.parse(health)).success
  } catch {
    return false
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
