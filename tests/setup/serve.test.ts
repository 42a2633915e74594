import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { productionFlags } from '../../tools/setup/compile-cache.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import { createTestDatabase, inDatabase } from '../api/database.ts'
import { longTest } from '#tests/tries.ts'
import { waited } from '../waited.ts'
import { consoleEnvironment, productionEnvironment } from './production-environment.ts'

// Whole processes start and end here: on a machine with other work that takes its time.
vi.setConfig({ testTimeout: 120_000 })

let databaseUrl = ''
beforeAll(async () => {
  databaseUrl = await createTestDatabase()
})

/** Node's flags for a process that may read files and write none. */
const writingNothing = ['--permission', '--allow-fs-read=*', '--allow-net']

/** `npm run serve -- web` under the pinned Node. */
async function serve(
  part: 'web' | 'worker' | 'console' | 'migrate',
  changes: Record<string, string> = {},
  flags = writingNothing,
) {
  const PORT = String(await freePort())
  const words = [...flags, join(root, 'build/serve/serve.js')]
  const child = spawn(process.execPath, [...words, part], {
    cwd: root,
    env: { ...productionEnvironment(databaseUrl), PORT, ...changes },
    stdio: 'pipe',
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => said.includes('ready') && resolve())
    void ended.then(() => reject(new Error(`it ended before it was ready: ${said}`)))
  })
  return { port: Number(PORT), child, ready, ended, said: () => said }
}

test('2つのwebと働き手が、何も書けない1つのフォルダーから同時に始まる', async () => {
  const before = filesOf(join(root, 'build'))
  const webs = await Promise.all([serve('web'), serve('web')])
  const worker = await serve('worker')
  await Promise.all([...webs, worker].map((one) => one.ready))
  for (const { port } of webs) {
    const page = await fetch(`http://127.0.0.1:${port}/fee`)
    expect(page.status).toBe(200)
    const html = await page.text()
    const script = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
    expect(script).not.toBe('')
    expect((await fetch(`http://127.0.0.1:${port}${script}`)).status).toBe(200)
    const view = await fetch(`http://127.0.0.1:${port}/assets/cop/views/fee/index.default.html`)
    expect(await view.text()).toContain('1,188円')
  }
  expect(filesOf(join(root, 'build'))).toEqual(before)
})

test('業務コンソールは、何も書けないフォルダーから、自分の入り口だけで始まり、穏やかに終わる', async () => {
  const port = await freePort()
  const { child, ready, ended } = await serve('console', consoleEnvironment(port))
  await ready
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect(await (await ask('/health/ready')).json()).toEqual({ status: 'ok', database: 'ok' })
  const page = await ask('/login')
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const script = /"(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  expect((await ask(script)).status).toBe(200)
  expect((await ask('/api/console/me')).status).toBe(401)
  expect((await ask('/api/user/')).status).toBe(404)
  // A page of the member web is none of the console's: who is not logged in is led to its own login.
  const fee = await fetch(`http://127.0.0.1:${port}/fee`, { redirect: 'manual' })
  expect([fee.status, fee.headers.get('location')]).toEqual([302, '/auth/login?back=%2Ffee'])
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('業務コンソールは、自分の設定がそろわなければ始まらない', async () => {
  const { CONSOLE_GROUPS: _, ...rest } = consoleEnvironment(await freePort())
  const { ready, ended, said } = await serve('console', rest)
  ready.catch(() => undefined)
  expect(await ended).toBe(1)
  expect(said()).toContain('CONSOLE_GROUPS must name a group')
})

test('migrateは空のデータベースを最新にして終わり、次は何もしない', async () => {
  const empty = await createEmptyDatabase()
  const first = await serve('migrate', { DATABASE_URL: empty })
  first.ready.catch(() => undefined)
  expect(await first.ended).toBe(0)
  expect(first.said()).toContain('Applied 0001_operation.sql, ')
  const second = await serve('migrate', { DATABASE_URL: empty })
  second.ready.catch(() => undefined)
  expect(await second.ended).toBe(0)
  expect(second.said()).toContain('The schema is up to date\n')
})

test('起動は、ビルドが訳したものを使い、何も足さない', async () => {
  const before = filesOf(join(root, 'build'))
  // Makes Node log what it does with compiled code.
  const web = await serve('web', { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }, productionFlags)
  await web.ready
  expect((await fetch(`http://127.0.0.1:${web.port}/fee?gb=10`)).status).toBe(200)
  web.child.kill('SIGTERM')
  expect(await web.ended).toBe(0)
  expect(web.said()).toMatch(/was accepted/)
  expect(web.said()).not.toMatch(/was rejected/)
  expect(filesOf(join(root, 'build'))).toEqual(before)
})

/** A process whose module of this name cannot be loaded: something it needs is missing. */
const without = (module: string) => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => {
      if (new URL(url).pathname.includes('/${module}-')) throw new Error('${module} is damaged')
      return next(url, context)
    } })`
  return [...writingNothing, '--import', `data:text/javascript,${encodeURIComponent(hook)}`]
}

test('残りを読み込めないときは、待っていた人に503で答え、理由を一文で言って終わる', async () => {
  const web = await serve('web', {}, without('rest'))
  web.ready.catch(() => undefined)
  const agent = new Agent()
  // It is the first to come: a stored page would be answered without the rest.
  const health = await vi.waitFor(() => get(web.port, '/health', agent), { timeout: 60_000 })
  expect(health.status).toBe(503)
  expect(await web.ended).toBe(1)
  expect(web.said()).toMatch(/^What members ask for could not be loaded: rest is damaged$/m)
})

/** The build's stamp names the version of Node that built it. */
const byAnotherNode = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`Object.defineProperty(process, 'version', { value: 'v0.0.0' })`)}`,
]

test('ほかの源から作られたwebは、「ready」と言わずに一文で断り、空のデータベースには何も作らない', async () => {
  const empty = await createEmptyDatabase()
  for (const DATABASE_URL of [databaseUrl, empty]) {
    const web = await serve('web', { DATABASE_URL }, byAnotherNode)
    web.ready.catch(() => undefined)
    expect(await web.ended).toBe(1)
    expect(web.said()).toBe('The portal was built from other sources: run npm run build again.\n')
  }
  const tables = await inDatabase(empty, `select from pg_class where relname = 'schema_migration'`)
  expect(tables.rowCount).toBe(0)
})

/** A port of 127.0.0.1 at which somebody else listens until the test is over. */
async function takenPort() {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const address = taken.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test.for(['web', 'worker'] as const)(
  'METRICS_PORT が使われていれば、%s は誰にも答えないうちに一文で断る',
  async (part) => {
    const port = await takenPort()
    const one = await serve(part, { METRICS_PORT: String(port), HOST: '127.0.0.1' }, [])
    one.ready.catch(() => undefined)
    expect(await one.ended).toBe(1)
    expect(one.said()).toBe(
      `Port ${port} is in use: stop what listens there, or choose another, e.g. METRICS_PORT=${port + 1}.\n`,
    )
  },
)

test('METRICS_PORT の値は、残りを読み込む前に答えたページから数える', async () => {
  const METRICS_PORT = String(await freePort())
  const web = await serve('web', { METRICS_PORT, HOST: '127.0.0.1' })
  const agent = new Agent()
  const page = await vi.waitFor(() => get(web.port, '/fee', agent), { timeout: 60_000 })
  expect(page.status).toBe(200)
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  expect(metrics).toContain(
    '\nportal_request_seconds_count{kind="site",method="GET",status="2xx"} 1\n',
  )
})

/** The first answer of a port at which nobody has listened until now. */
async function firstAnswer(port: number, path: string): Promise<number> {
  for (;;) {
    try {
      const { status } = await get(port, path, new Agent())
      return status
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
      if (!isRefused) throw error
    }
  }
}

test('起動の途中でも、つながった接続は切られず、答えが返る', async () => {
  const web = await serve('web', { HOST: '127.0.0.1' }, productionFlags)
  web.ready.catch(() => undefined)
  const first = Array.from({ length: 16 }, () => firstAnswer(web.port, '/fee'))
  expect(await Promise.all(first)).toEqual(first.map(() => 200))
})

test('PORT が使われていれば、一文で断る', async () => {
  const port = await takenPort()
  const web = await serve('web', { PORT: String(port), HOST: '127.0.0.1' }, productionFlags)
  web.ready.catch(() => undefined)
  expect(await web.ended).toBe(1)
  expect(web.said()).toBe(
    `Port ${port} is in use: stop what listens there, or choose another, e.g. PORT=${port + 1}.\n`,
  )
})

test('HOST で決めたアドレスだけで待ち受け、違えば同じ PORT の2つが並んで動き、この機械のものでない HOST は一文で断る', async () => {
  const PORT = String(await freePort())
  const one = await serve('web', { PORT, HOST: '127.0.0.1' })
  await one.ready
  expect(await answersAt('127.0.0.1', Number(PORT))).toBe(true)
  expect(await answersAt('127.0.0.2', Number(PORT))).toBe(false)
  const other = await serve('web', { PORT, HOST: '127.0.0.2' })
  await other.ready
  expect(await answersAt('127.0.0.2', Number(PORT))).toBe(true)
  const unmatched = await serve('web', { HOST: '192.0.2.7' }, [])
  unmatched.ready.catch(() => undefined)
  expect(await unmatched.ended).toBe(1)
  expect(unmatched.said()).toBe('HOST 192.0.2.7 is no address of this machine.\n')
})

/** Whether something answers there, at one of this machine's own addresses. */
const answersAt = async (address: string, port: number) => {
  const socket = connect(port, address)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return false
    throw error
  } finally {
    socket.destroy()
  }
}

test('HOST を決めなければすべてのアドレスで待ち受け、見出しを送り終えない相手は、10秒で 408 を返して切る', async () => {
  const web = await serve('web')
  await web.ready
  // Without HOST at every address of the machine.
  const socket = connect(web.port, '127.0.0.2').setEncoding('utf8')
  let heard = ''
  socket.on('data', (part: string) => (heard += part))
  socket.write('GET /fee HTTP/1.1\r\nHost: portal.invalid\r\n')
  const { ms } = await waited(once(socket, 'close'))
  expect(heard).toMatch(/^HTTP\/1\.1 408 /)
  // It looks once a second; Node's own limit is a minute.
  expect(ms).toBeLessThan(20_000)
})

/** Sixteen visitors, each on a connection of its own that it keeps until an answer says that it ends. */
async function visitUntilConnectionClose(port: number, onAnswer: () => void) {
  const paths = ['/fee', '/fee?gb=10&lines=2', '/api/platform/auth', '/robots.txt']
  const visitors = Array.from({ length: 16 }, async (_, visitor) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      for (let count = visitor; ; count += 1) {
        const answer = await get(port, paths[count % paths.length] ?? '/', agent)
        onAnswer()
        if (answer.status !== 200) return `status ${answer.status}`
        if (answer.connection === 'close') return 'told to go'
        await pause(5)
      }
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      agent.destroy()
    }
  })
  return Promise.all(visitors)
}

function get(port: number, path: string, agent: Agent) {
  return new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, agent }, (answer) => {
      const { statusCode = 0, headers } = answer
      answer.resume().once('error', reject)
      answer.once('end', () => resolve({ status: statusCode, connection: headers.connection }))
    })
    asked.once('error', reject).end()
  })
}

/** What became of each visitor when SIGTERM came in the middle of their visits, and how the process ended. */
async function endUnderLoad(drainSeconds: string) {
  const web = await serve('web', { DRAIN_SECONDS: drainSeconds })
  await web.ready
  let answers = 0
  const visited = visitUntilConnectionClose(web.port, () => {
    answers += 1
    if (answers === 400) web.child.kill('SIGTERM')
  })
  return { visits: await visited, exitCode: await web.ended }
}

test('R17：負荷の中で SIGTERM を受けても、1件の要求も失敗せずに終わる', async () => {
  const { visits, exitCode } = await endUnderLoad('3')
  expect(visits).toEqual(Array.from({ length: 16 }, () => 'told to go'))
  expect(exitCode).toBe(0)
})

longTest('接続の終わりを告げる間がなければ、同じ負荷で要求が失敗する', async () => {
  const { visits } = await endUnderLoad('0')
  expect(visits.filter((end) => end !== 'told to go').length).toBeGreaterThan(0)
})

async function createEmptyDatabase(): Promise<string> {
  const url = new URL(databaseUrl)
  const name = `empty_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  url.pathname = `/${name}`
  return url.href
}

/** Every file with the moment at which it was last written. */
function filesOf(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => [name, statSync(join(folder, name)).mtimeMs])
}
