import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realClock } from '#backend/clock.ts'
import { insertClient } from '#backend/connection/public.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { seedDemo } from '#demo/seed/seed-demo.ts'
import { startStandIns } from '#demo/start/start-stand-ins.ts'
import { createServices } from '#server/services.ts'
import { jobRuns } from '#server/worker.ts'
import { MCP_PATH } from '#vocabulary/connection.ts'
import { pages } from '#vocabulary/pages.ts'
import { environmentOf } from '../../tools/setup/environment-of.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import { createTestDatabase } from '../api/database.ts'
import { until } from '../api/faults/until.ts'
import { openBrowser, type Page } from '../browser-without-script.ts'
import { selfSignedCertificate } from '../e2e/self-signed-certificate.ts'
import { codeSentFor } from '../sent-codes.ts'
import { createTlsClient } from './containers/tls-client.ts'

// Two web processes behind the proxy of container/nginx.conf, as it is but for its addresses: each request of a walk comes to
// the one or the other, by turns.

const NGINX = '/usr/sbin/nginx'
const whyNot = existsSync(NGINX) ? undefined : 'nginxがありません'
const CALLBACK = 'https://tool.example.jp/callback'
const CALLS = 40

const scratch = mkdtempSync(join(tmpdir(), 'oauth-tls-'))
const { key, cert } = selfSignedCertificate()
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
  rmSync(scratch, { recursive: true, force: true })
}, 60_000)

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** The project's own file, with these addresses, certificate and folder. */
function writeProxy(ports: readonly number[], listens: number, plain: number): string {
  const file = join(scratch, 'nginx.conf')
  const text = readFileSync(join(root, 'container/nginx.conf'), 'utf8')
    .replace('server web1:3000', `server 127.0.0.1:${ports[0]}`)
    .replace('server web2:3000', `server 127.0.0.1:${ports[1]}`)
    .replaceAll('listen 8443', `listen 127.0.0.1:${listens}`)
    .replaceAll('listen 8080', `listen 127.0.0.1:${plain}`)
    .replaceAll('$host;', `$host:${listens};`)
    .replaceAll('/tmp/', `${scratch}/`)
    .replaceAll('/etc/nginx/tls', scratch)
    .replace('access_log /dev/stdout traced', `access_log ${scratch}/access.log traced`)
  writeFileSync(file, text)
  return file
}

/** The demo's people and their contracts. */
async function seed(
  config: Parameters<typeof createServices>[0]['config'],
  database: DatabaseHandle,
) {
  const log = createLog('silent')
  const {
    queue,
    prepare,
    stop: end,
  } = await openQueue({
    url: config.DATABASE_URL,
    log,
    worker: false,
  })
  const services = createServices({ config, database, clock: realClock, queue, log })
  await prepare(jobRuns(services).map((run) => run.job))
  await seedDemo(services, () => undefined)
  await end()
}

describe.skipIf(whyNot !== undefined)(
  `TLSの後ろの2つのプロセスと、アプリの連携${whyNot ? `（${whyNot}）` : ''}`,
  () => {
    let origin = ''
    let database: DatabaseHandle
    let tool = ''
    const webs: ChildProcess[] = []
    let client: ReturnType<typeof createTlsClient>

    beforeAll(async () => {
      writeFileSync(join(scratch, 'certificate.pem'), cert)
      writeFileSync(join(scratch, 'key.pem'), key)
      const [listens, plain] = [await freePort(), await freePort()]
      const ports = [await freePort(), await freePort()]
      origin = `https://localhost:${listens}`
      const databaseUrl = await createTestDatabase()
      mkdirSync(join(scratch, 'data'))
      const standIns = await startStandIns({
        dataFolder: join(scratch, 'data'),
        databaseUrl,
        port: ports[0] ?? 0,
        clock: realClock,
        withoutPast: true,
        inFront: { publicUrl: origin, proxies: ['127.0.0.1'] },
        log: () => undefined,
      })
      ends.push(standIns.stop)
      database = connectDatabase({ url: databaseUrl, queryTimeoutMs: 60_000 })
      ends.push(database.close)
      await seed(standIns.config, database)
      ;({ clientId: tool } = await insertClient(database.db, {
        name: '家計簿アプリ',
        redirectUris: [CALLBACK],
        now: realClock.now(),
      }))
      for (const port of ports) {
        const env = { ...process.env, NODE_ENV: 'production', ...environmentOf(standIns.config) }
        const web = spawn(process.execPath, [join(root, 'build/serve/serve.js'), 'web'], {
          cwd: root,
          env: { ...env, PORT: String(port) },
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        webs.push(web)
        ends.push(() => stop(web))
        await until('a web process is ready', async () => {
          const ready = await fetch(`http://127.0.0.1:${port}/health/`).catch(() => undefined)
          return ready !== undefined
        })
      }
      const words = ['-e', join(scratch, 'error.log'), '-c', writeProxy(ports, listens, plain)]
      const proxy = spawn(NGINX, [...words, '-g', 'daemon off;'])
      ends.push(() => stop(proxy))
      client = createTlsClient(origin, cert)
      ends.push(async () => client.close())
      await until('the proxy listens', async () =>
        client.fetch('/option', {}).then(
          ({ status }) => status === 200,
          () => false,
        ),
      )
    }, 300_000)

    /** What speaks HTTP to the portal's origin, over TLS; the login's provider has none here. */
    const send = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
      const url = new URL(address)
      if (url.origin !== origin) return fetch(url, { ...init, redirect: 'manual' })
      const { method = 'GET', body, headers } = init
      const text = body instanceof URLSearchParams ? body.toString() : body
      const asked = Object.fromEntries(new Headers(headers))
      if (body instanceof URLSearchParams)
        asked['content-type'] = 'application/x-www-form-urlencoded'
      return client.fetch(url.pathname + url.search, {
        method,
        headers: asked,
        ...(typeof text === 'string' && { body: text }),
      })
    }

    /** Each member has one browser: from another one, nobody could let an app in for a day. */
    const browsers = new Map<string, ReturnType<typeof openBrowser>>()

    async function browserOf(loginId: string) {
      const known = browsers.get(loginId) ?? (await logIn(loginId))
      browsers.set(loginId, known)
      return known
    }

    async function logIn(loginId: string) {
      const browser = openBrowser({
        origin,
        send,
        isFollowed: ({ hostname }) => ['localhost', '127.0.0.1'].includes(hostname),
      })
      const login = await browser.open(`/auth/login?back=${pages.connections}`)
      const page = await login.press('ログイン', { loginId, password: DEMO_PASSWORD })
      expect([page.status, page.url.origin, page.heading]).toEqual([
        200,
        origin,
        '連携とアクセスキー',
      ])
      return browser
    }

    /** Without script a press is made once more after the detour to a proof. */
    async function provedAndPressed(asked: Page) {
      const proved = await asked.press('確認する', { code: await codeSentFor(asked.url) })
      return proved.press('許して連携する')
    }

    const discover = () =>
      oauth.discovery(new URL(origin), tool, undefined, oauth.None(), {
        algorithm: 'oauth2',
        [oauth.customFetch]: (url, { body, headers, method }) =>
          send(url, { headers, method, ...(body instanceof URLSearchParams && { body }) }),
      })

    /** The whole way of an app, with what happens in the middle of it. */
    async function letIn(
      loginId: string,
      {
        meanwhile = async () => undefined,
        resource,
      }: { meanwhile?: () => Promise<void>; resource?: string } = {},
    ) {
      const browser = await browserOf(loginId)
      const config = await discover()
      const verifier = oauth.randomPKCECodeVerifier()
      const state = oauth.randomState()
      const asked = await browser.open(
        oauth.buildAuthorizationUrl(config, {
          redirect_uri: CALLBACK,
          scope: 'data:read usage:read',
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(resource !== undefined && { resource }),
        }).href,
      )
      expect(asked.text).toContain('「家計簿アプリ」が、マイページの一部を使うことを求めています。')
      const pressed = await asked.press('許して連携する')
      const decided = await (pressed.url.origin === origin ? pressed : provedAndPressed(pressed))
      await meanwhile()
      const back = await decided.follow('アプリに戻る（tool.example.jp）')
      const redeem = () =>
        oauth.authorizationCodeGrant(
          config,
          new URL(back.leadsTo ?? ''),
          {
            pkceCodeVerifier: verifier,
            expectedState: state,
          },
          resource === undefined ? {} : { resource },
        )
      return { browser, config, redeem, tokens: await redeem() }
    }

    const call = async (token: string, path = '/high_speed/residual') =>
      (await send(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } }))
        .status

    /** The addresses that nginx handed requests to. */
    const portsAsked = () =>
      new Set(
        readFileSync(join(scratch, 'access.log'), 'utf8').match(/127\.0\.0\.1:\d+(?= \S+$)/gm) ??
          [],
      )

    test('どちらのプロセスに届いても、許し、受け取り、使い、新しくし、MCPで聞ける', async () => {
      const { config, tokens } = await letIn('sato')
      const statuses = await Promise.all(
        Array.from({ length: CALLS }, () => call(tokens.access_token)),
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(await call(tokens.access_token, '/billing/status')).toBe(403)
      expect(portsAsked().size).toBe(2)

      const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '')
      expect(await call(renewed.access_token)).toBe(200)

      const { tokens: agents } = await letIn('sato', { resource: origin + MCP_PATH })
      const agent = new Client({ name: 'agent', version: '1.0.0' })
      await agent.connect(
        new StreamableHTTPClientTransport(new URL(origin + MCP_PATH), {
          fetch: async (url, init) => send(url, init),
          requestInit: { headers: { Authorization: `Bearer ${agents.access_token}` } },
        }),
      )
      const { tools } = await agent.listTools()
      expect(tools.length).toBeGreaterThan(0)
      await agent.close()
    }, 120_000)

    test('コードも、更新のトークンも、二つのプロセスに同時に出しても一度だけ使える', async () => {
      const { config, redeem, tokens } = await letIn('suzuki')
      await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant' })
      // The code was used twice: what came of it is over, at both.
      expect(await Promise.all([1, 2].map(() => call(tokens.access_token)))).toEqual([401, 401])

      const again = await letIn('suzuki')
      const token = again.tokens.refresh_token ?? ''
      const renewals = await Promise.allSettled(
        Array.from({ length: 4 }, () => oauth.refreshTokenGrant(config, token)),
      )
      const given = renewals.filter(({ status }) => status === 'fulfilled')
      expect(given.length).toBeLessThanOrEqual(1)
      expect(await Promise.all([1, 2].map(() => call(again.tokens.access_token)))).toEqual([
        401, 401,
      ])
    }, 120_000)

    test('許したすぐあとに1つのプロセスが止まっても、もう1つが渡し、取り消すとすぐ使えない', async () => {
      const [first] = webs
      if (first === undefined) throw new Error('no web process was started')
      const { browser, tokens } = await letIn('sato', { meanwhile: () => stop(first, 'SIGKILL') })
      expect(await call(tokens.access_token)).toBe(200)
      const list = await browser.open(pages.connections)
      const ended = await list.press('すぐに取り消す（家計簿アプリ）')
      expect(ended.status).toBe(200)
      expect(await call(tokens.access_token)).toBe(401)
    }, 120_000)
  },
)
