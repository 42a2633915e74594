import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { directoryGroups, directoryPeople } from '#demo/stand-ins/directory/people.ts'
import { startDirectory } from '#demo/stand-ins/directory/start.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import { createTestDatabase } from '../api/database.ts'
import { until } from '../api/faults/until.ts'
import { openBrowser, type Page } from '../browser-without-script.ts'
import { selfSignedCertificate } from '../e2e/self-signed-certificate.ts'
import { codeSentFor } from '../sent-codes.ts'
import { consoleEnvironment, productionEnvironment } from '../setup/production-environment.ts'
import { createTlsClient } from './containers/tls-client.ts'

// Two processes of the console behind the proxy of container/nginx-console.conf, as it is but for its addresses.

const NGINX = '/usr/sbin/nginx'
const whyNot = existsSync(NGINX) ? undefined : 'nginxがありません'
const NOTES = 12

const scratch = mkdtempSync(join(tmpdir(), 'console-tls-'))
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

/** The project's own file, with these addresses, certificate and folder; where staff sit is this machine, unless nobody does. */
function writeProxy(ports: readonly number[], listens: number, allowsUs: boolean): string {
  const file = join(scratch, 'nginx.conf')
  const tls = join(scratch, 'tls')
  const text = readFileSync(join(root, 'container/nginx-console.conf'), 'utf8')
    .replace(
      'server console:3001 max_fails=0;',
      ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' '),
    )
    .replaceAll('listen 8443', `listen 127.0.0.1:${listens}`)
    .replace('server_name console.localhost', 'server_name localhost')
    .replaceAll('/tmp/', `${scratch}/`)
    .replaceAll('/etc/nginx/tls', tls)
    .replace('access_log /dev/stdout traced', `access_log ${scratch}/access.log traced`)
    .replace('  allow 10.0.0.0/8;', allowsUs ? '  allow 127.0.0.0/8;' : '  allow 10.0.0.0/8;')
  writeFileSync(file, text)
  return file
}

async function nginx(...words: string[]) {
  const child = spawn(NGINX, ['-e', join(scratch, 'error.log'), ...words], { stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = await once(child, 'exit')
  return { code, said }
}

describe.skipIf(whyNot !== undefined)(
  `TLSの後ろの業務コンソール${whyNot ? `（${whyNot}）` : ''}`,
  () => {
    let origin = ''
    let consoles: { readonly port: number; readonly child: ChildProcess }[] = []
    let client: ReturnType<typeof createTlsClient>

    beforeAll(async () => {
      mkdirSync(join(scratch, 'tls'))
      writeFileSync(join(scratch, 'tls/console.pem'), cert)
      writeFileSync(join(scratch, 'tls/console-key.pem'), key)
      const listens = await freePort()
      origin = `https://localhost:${listens}`
      const own = consoleEnvironment(0)
      const directory = await startDirectory({
        port: 0,
        now: () => Temporal.Now.instant(),
        dataFile: join(scratch, 'directory.sqlite'),
        mailFolder: scratch,
        people: directoryPeople,
        password: DEMO_PASSWORD,
        clients: [
          {
            clientId: 'console',
            clientSecret: own['CONSOLE_OIDC_CLIENT_SECRET'] ?? '',
            redirectUris: [`${origin}/auth/callback`],
            postLogoutRedirectUris: [`${origin}/login?why=out`],
          },
        ],
      })
      ends.push(() => directory.close())
      const databaseUrl = await createTestDatabase()
      consoles = await Promise.all(
        [1, 2].map(async () => {
          const port = await freePort()
          const env = {
            ...productionEnvironment(databaseUrl),
            ...consoleEnvironment(port),
            CONSOLE_URL: origin,
            CONSOLE_OIDC_ISSUER: directory.url,
            CONSOLE_GROUPS: directoryGroups.map((pair) => pair.join('=')).join(','),
            TRUSTED_PROXIES: '127.0.0.1',
          }
          const words = [join(root, 'build/serve/serve.js'), 'console']
          const child = spawn(process.execPath, words, {
            cwd: root,
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
          })
          ends.push(() => stop(child))
          await until('the console is ready', async () => {
            const health = await fetch(`http://127.0.0.1:${port}/health/`).catch(() => undefined)
            return health !== undefined
          })
          return { port, child }
        }),
      )
      const ports = consoles.map(({ port }) => port)
      const tried = await nginx('-t', '-c', writeProxy(ports, listens, false))
      expect([tried.code, tried.said]).toEqual([0, expect.stringContaining('test is successful')])
      const proxy = spawn(NGINX, [
        '-e',
        join(scratch, 'error.log'),
        '-c',
        join(scratch, 'nginx.conf'),
        '-g',
        'daemon off;',
      ])
      ends.push(() => stop(proxy))
      client = createTlsClient(origin, cert)
      ends.push(async () => client.close())
      await until('the proxy listens', async () => (await statusOf('/')) !== 0)
      // Nobody of this machine is let in by the file as it is.
      expect(await statusOf('/login')).toBe(403)
      writeProxy(ports, listens, true)
      proxy.kill('SIGHUP')
      await until('the proxy lets us in', async () => (await statusOf('/login')) === 200)
    }, 240_000)

    const statusOf = (path: string) =>
      client.fetch(path, {}).then(
        ({ status }) => status,
        () => 0,
      )

    /** A browser without script; at the directory, which has no TLS here, it asks as usual. */
    const visit = () =>
      openBrowser({
        origin,
        send: async (url, { method = 'GET', headers, body }) => {
          if (url.origin !== origin)
            return fetch(url, {
              method,
              ...(headers && { headers }),
              ...(body && { body }),
              redirect: 'manual',
            })
          const text = body instanceof URLSearchParams ? body.toString() : undefined
          const asked = {
            ...Object.fromEntries(new Headers(headers)),
            ...(text !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          }
          return client.fetch(url.pathname + url.search, {
            method,
            headers: asked,
            ...(text !== undefined && { body: text }),
          })
        },
        isFollowed: ({ hostname }) => ['localhost', '127.0.0.1'].includes(hostname),
      })

    async function logIn(loginId: string) {
      const browser = visit()
      const login = await browser.open('/auth/login?back=/')
      const asked = await login.press('ログイン', { loginId, password: DEMO_PASSWORD })
      const page = await asked.press('確認する', { code: await codeSentFor(asked.url) })
      return { ...browser, page }
    }

    /** Pressed again with the same key until somebody answers it. */
    async function pressed(page: Page, text: string): Promise<number> {
      for (let tries = 1; ; tries += 1) {
        const answer = await page.press('メモを残す', { text }).catch(() => undefined)
        if (answer?.status === 200) return tries
      }
    }

    test('ログインでき、印はこのホストだけのもので、会員のウェブの番地はない', async () => {
      const { page, open } = await logIn('yamamoto')
      expect([page.status, page.heading, page.url.origin]).toEqual([200, '今日', origin])
      const answer = await client.fetch('/auth/login?back=/', {})
      expect(answer.headers.get('location')).not.toContain('127.0.0.1:3001')
      for (const path of ['/mypage/top.html', '/api/billing/status'])
        expect([path, (await open(path)).status]).toEqual([path, 404])
      expect((await client.fetch('/api/console/me', {})).status).toBe(401)
    })

    test('1つのプロセスが途中で止められても、ほかのプロセスが続け、書いたものは1度ずつ残る', async () => {
      const { open } = await logIn('fukuda')
      const ticket = await (
        await open('/t/new')
      ).press('受け付ける', {
        channel: 'telephone',
        reason: 'contact',
        topic: 'data',
        text: 'お電話',
      })
      const { pathname } = ticket.url
      const pages: Page[] = []
      for (let n = 0; n < NOTES; n += 1) pages.push(await open(`${pathname}?write=note`))
      const writing = pages.map((page, n) => pressed(page, `メモ${n + 1}`))
      const [killed] = consoles
      if (killed === undefined) throw new Error('no console was started')
      await writing[0]
      await stop(killed.child, 'SIGKILL')
      await Promise.all(writing)
      const after = await open(pathname)
      const notes = Array.from({ length: NOTES }, (_, n) => `メモ${n + 1}`)
      const counted = notes.map(
        (note) => after.text.split(new RegExp(`${note}(?!\\d)`, 'u')).length - 1,
      )
      expect(counted).toEqual(notes.map(() => 1))
    }, 120_000)
  },
)
