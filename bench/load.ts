import { Agent, get, type RequestOptions } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pages } from '#vocabulary/pages.ts'
import { openPortal } from './portal-under-test.ts'
import type { Contender } from './process-under-test.ts'
import { median, type Row } from './row.ts'

const USERS = 50
/** R16 asks for ten. */
const MINUTES = Number(process.env['LOAD_MINUTES'] ?? 10)
/** Between two pages somebody reads; by chance up to twice as long. */
const READING_MS = 1500
/** Of its memory, in a tenth of the time. */
const SAMPLES = 30
const MEMBERS = ['sato', 'suzuki', 'takahashi', 'tanaka', 'kobayashi']

const publicPages = [
  '/',
  '/fee',
  '/beginner',
  '/mnp',
  '/option',
  '/support',
  '/doc/terminallist.html',
]
const memberPages = [
  pages.top,
  pages.usage,
  pages.topUp,
  pages.billing,
  pages.orders,
  pages.notices,
  '/api/platform/auth/',
]

type Kind = 'public' | 'member'
type Tally = { ms: Record<Kind, number[]>; failures: Map<string, number> }

/**
 * R16 and R17: fifty people read, half of them visitors, half members with a session, for LOAD_MINUTES; then the process
 * is told to end while they go on. Absolute times, which the machine shares: to be run on one that does nothing else.
 */
export async function run(): Promise<Row[]> {
  // Drained as in production: the demo, which nobody is in front of, ends at once.
  const portal = await openPortal({ withMembers: true, settings: { DRAIN_SECONDS: '5' } })
  try {
    const server = await portal.startOne('/fee')
    const secrets = await Promise.all(MEMBERS.map((member) => portal.signIn(member)))
    const tally: Tally = { ms: { public: [], member: [] }, failures: new Map() }
    const over = new AbortController()
    const users = Array.from({ length: USERS }, async (_, n) => {
      const cookie = n % 2 === 0 ? undefined : `sid=${secrets[n % secrets.length]}`
      await read(portal.origin, cookie, tally, over.signal)
    })
    const growth = await watchMemory(server)
    const before = new Map(tally.failures)
    tally.failures.clear()
    const ended = server.stop().then(() => over.abort())
    await Promise.all([...users, ended])
    const all = Object.values(tally.ms).reduce((count, { length }) => count + length, 0)
    return [
      limitRow(`p95 of public pages (${tally.ms.public.length})`, p95(tally.ms.public), 200),
      limitRow(`p95 of my page (${tally.ms.member.length})`, p95(tally.ms.member), 500),
      countRow('R16', `failed of ${all}${names(before)}`, sum(before)),
      growth,
      countRow(
        'R17',
        `failed while the process ended${names(tally.failures)}`,
        sum(tally.failures),
      ),
    ]
  } finally {
    await portal.close()
  }
}

/** Page after page until the process says that it ends, or is gone: who is refused then was not being answered. */
async function read(origin: string, cookie: string | undefined, tally: Tally, over: AbortSignal) {
  const kind: Kind = cookie === undefined ? 'public' : 'member'
  const visited = kind === 'public' ? publicPages : memberPages
  const headers = { 'accept-encoding': 'br', ...(cookie && { cookie }) }
  // A connection of one's own: one taken from a pool may have been idle for as long as the process drains.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let n = Math.floor(Math.random() * visited.length); !over.aborted; n += 1) {
    await pause(Math.random() * 2 * READING_MS)
    const path = visited[n % visited.length] ?? '/'
    const began = performance.now()
    try {
      const { status, isLast } = await ask(origin + path, { headers, agent })
      tally.ms[kind].push(performance.now() - began)
      if (status >= 300) fail(tally, `${path} ${status}`)
      // The process is ending: a proxy asks another one from here on (docs/operations.md, Ending).
      if (isLast) break
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') break
      fail(tally, `${path} ${codeOf(error)}`)
    }
  }
  agent.destroy()
}

/** The status, once the whole answer is there, and whether its connection ends with it. */
function ask(url: string, options: RequestOptions) {
  return new Promise<{ status: number; isLast: boolean }>((resolve, reject) => {
    const asked = get(url, options, (answer) => {
      answer.resume().once('error', reject)
      const { statusCode: status = 0, headers } = answer
      answer.once('end', () => resolve({ status, isLast: headers.connection === 'close' }))
    })
    asked.once('error', reject)
  })
}

/**
 * What the process holds in the last tenth of the time against the second: in the first it compiles, plans its
 * statements and fills its caches. Medians, since the collector lets memory rise and fall by a tenth within seconds.
 */
async function watchMemory(server: Contender): Promise<Row> {
  const tenths: number[] = []
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const samples: number[] = []
    for (let n = 0; n < SAMPLES; n += 1) {
      await pause((MINUTES * 6000) / SAMPLES)
      samples.push(server.residentMb())
    }
    tenths.push(median(samples))
  }
  const [, before = 0] = tenths
  const after = tenths.at(-1) ?? 0
  return {
    goal: 'R16',
    what: `resident memory (MB; in each tenth of ${MINUTES} min ${tenths.map((mb) => mb.toFixed(0)).join(' ')})`,
    medianMs: after,
    anchor: 'in the second tenth (MB)',
    anchorMs: before,
    ratio: after / before,
    wanted: { atMost: 1.1 },
  }
}

const limitRow = (what: string, ms: number, limitMs: number): Row => ({
  goal: 'R16',
  what,
  medianMs: ms,
  anchor: 'limit',
  anchorMs: limitMs,
  ratio: ms / limitMs,
  wanted: { atMost: 1 },
})

const countRow = (goal: string, what: string, count: number): Row => ({
  goal,
  what,
  medianMs: count,
  anchor: 'none may',
  anchorMs: 0,
  ratio: count,
  wanted: { atMost: 0 },
})

const p95 = (ms: readonly number[]) =>
  ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.95)] ?? 0

const names = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, count]) => `; ${what}: ${count}`).join('')

const sum = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((all, one) => all + one, 0)

function fail({ failures }: Tally, what: string) {
  failures.set(what, (failures.get(what) ?? 0) + 1)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
