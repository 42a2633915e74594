import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import autocannon from 'autocannon'

/** Linux counts a process's time in hundredths of a second. */
const MS_PER_TICK = 10

export type Contender = {
  name: string
  url: string
  /** CPU time of the process so far, in its own code and in the kernel's. */
  cpuMs: () => number
  residentMb: () => number
  startedMs: number
  stop: () => Promise<void>
  /** What the visitor takes; brotli unless it says otherwise. */
  accepts?: string
  /** A cookie of its own with every request. */
  cookie?: () => string
}

/** Starts a program and waits until its address answers 200; `startedMs` is how long that took. */
export async function start(
  name: string,
  command: string,
  words: string[],
  url: string,
  env: Record<string, string> = {},
): Promise<Contender> {
  const began = performance.now()
  const child = spawn(command, words, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilAnswering(url, child)
  const startedMs = performance.now() - began
  const pid = child.pid ?? 0
  return {
    name,
    url,
    startedMs,
    cpuMs: () => cpuMsOf(pid),
    residentMb: () => residentMbOf(pid),
    stop: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilAnswering(url: string, child: ChildProcess) {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return answer.arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`it ended with ${child.exitCode}`)
}

function cpuMsOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

function residentMbOf(pid: number) {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

/** CPU milliseconds of one request: what the server's process used, divided by the requests it answered. */
export async function cpuPerRequest(contender: Contender, amount: number): Promise<number> {
  const { cookie } = contender
  const before = contender.cpuMs()
  const result = await autocannon({
    url: contender.url,
    amount,
    connections: 10,
    headers: {
      'accept-encoding': contender.accepts ?? 'br',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
    },
    ...(cookie === undefined
      ? {}
      : {
          requests: [
            {
              setupRequest: (request) => ({
                ...request,
                headers: { ...request.headers, cookie: cookie() },
              }),
            },
          ],
        }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${contender.name}: ${result.non2xx} refused, ${result.errors} failed`)
  return (contender.cpuMs() - before) / amount
}
