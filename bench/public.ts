import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../tools/setup/free-port.ts'
import { openPortal, program } from './portal-under-test.ts'
import { cpuPerRequest, start, type Contender } from './process-under-test.ts'
import { median, type Row } from './row.ts'

const ROUNDS = 5
/** A start takes a tenth of a second in the anchor, and varies by half of that. */
const START_ROUNDS = 15
const STORED_REQUESTS = 20_000
const RENDERED_REQUESTS = 400
const STORED = '/option'
const RENDERED = '/fee?gb=10&lines=2&kind=voice'

/** P1, P2 and P7: what a public page costs, stored and rendered, and how soon the server is there. */
export async function run(): Promise<Row[]> {
  const portal = await openPortal()
  const running: Contender[] = []
  const keep = async (starting: Promise<Contender>) => {
    const contender = await starting
    running.push(contender)
    return contender
  }
  try {
    const web = await keep(portal.startOne(STORED))
    const stored = await bestCompressed(portal.origin + STORED)
    const bare = await keep(startBare(portal.folder, stored))
    const nginx = await startNginx(portal.folder, stored)
    if (nginx) running.push(nginx)
    // The anchor does not compress: neither does the portal here.
    const rendered = { ...web, url: portal.origin + RENDERED, accepts: 'identity' }
    const page = await get(rendered.url)
    const react = await keep(startReact(portal.folder, page.body))
    return [
      ...(await storedRows(web, bare, nginx)),
      ...(await inventedRows(web)),
      ...(await renderedRows(rendered, react)),
      ...(await startRows(portal, web)),
    ]
  } finally {
    for (const contender of running) await contender.stop()
    await portal.close()
  }
}

async function storedRows(web: Contender, bare: Contender, nginx: Contender | undefined) {
  const times = await alternateCpu([web, bare, ...(nginx ? [nginx] : [])], STORED_REQUESTS)
  const what = 'CPU of one request for a stored page'
  const against = (anchor: Contender, atLeast: number): Row => ({
    goal: 'P1',
    what,
    medianMs: times(web),
    anchor: anchor.name,
    anchorMs: times(anchor),
    ratio: times(anchor) / times(web),
    wanted: { atLeast },
  })
  return [against(bare, 0.95), ...(nginx ? [against(nginx, 0.65)] : [])]
}

/** A cookie like a session's, another with every request, must not lead past the stored page. */
async function inventedRows(web: Contender): Promise<Row[]> {
  const invented: Contender = {
    ...web,
    name: 'an invented session id with each',
    cookie: () => `sid=${randomBytes(32).toString('base64url')}`,
  }
  const times = await alternateCpu([web, invented], STORED_REQUESTS)
  return [
    {
      goal: 'P1',
      what: 'CPU of one request for a stored page with an invented session id',
      medianMs: times(invented),
      anchor: 'without a cookie',
      anchorMs: times(web),
      ratio: times(web) / times(invented),
      wanted: { atLeast: 0.5 },
    },
  ]
}

async function renderedRows(web: Contender, react: Contender): Promise<Row[]> {
  const times = await alternateCpu([web, react], RENDERED_REQUESTS)
  return [
    {
      goal: 'P2',
      what: 'CPU of one request for a rendered page',
      medianMs: times(web),
      anchor: react.name,
      anchorMs: times(react),
      ratio: times(react) / times(web),
      wanted: { atLeast: 0.35 },
    },
  ]
}

async function startRows(portal: Awaited<ReturnType<typeof openPortal>>, web: Contender) {
  await web.stop()
  const times: { web: number[]; bare: number[]; mb: number[] } = { web: [], bare: [], mb: [] }
  for (let round = 0; round < START_ROUNDS; round += 1) {
    const one = await portal.startOne(STORED)
    times.web.push(one.startedMs)
    // Its answer waits until everything is loaded (docs/decisions/072).
    await get(`${portal.origin}/health`)
    times.mb.push(one.residentMb())
    await one.stop()
    const bare = await startBare(portal.folder, { headers: {}, body: Buffer.from('a') })
    times.bare.push(bare.startedMs)
    await bare.stop()
  }
  const mb = median(times.mb)
  const row: Row = {
    goal: 'P7',
    what: `cold start to the first page (${mb.toFixed(0)} MB resident with everything loaded, goal 150)`,
    medianMs: median(times.web),
    anchor: 'node:http alone',
    anchorMs: median(times.bare),
    ratio: median(times.web) / median(times.bare),
    wanted: { atMost: 3 },
  }
  return [row]
}

async function alternateCpu(contenders: Contender[], amount: number) {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (const contender of contenders) await cpuPerRequest(contender, amount / 10)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const contender of contenders)
      times.get(contender.name)?.push(await cpuPerRequest(contender, amount))
  return ({ name }: Contender) => median(times.get(name) ?? [])
}

type Got = { headers: Record<string, string>; body: Buffer }

/** The page once its best compression has taken the quick one's place. */
async function bestCompressed(url: string): Promise<Got> {
  const quick = await get(url, 'br')
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const now = await get(url, 'br')
    if (now.body.byteLength < quick.body.byteLength) return now
  }
}

function get(url: string, accepted = 'identity'): Promise<Got> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': accepted } }, (answer) => {
      const headers = Object.fromEntries(
        Object.entries(answer.headers).flatMap(([name, value]) =>
          typeof value === 'string' && !hopByHop.has(name) ? [[name, value]] : [],
        ),
      )
      buffer(answer).then((body) => resolve({ headers, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}

const hopByHop = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

async function startBare(folder: string, { headers, body }: Got) {
  const port = await freePort()
  const file = join(folder, 'bare.body')
  writeFileSync(file, body)
  const env = { PORT: String(port), BODY_FILE: file, HEADERS: JSON.stringify(headers) }
  return start(
    'node:http alone',
    process.execPath,
    [program('bare')],
    `http://localhost:${port}/`,
    env,
  )
}

async function startReact(folder: string, html: Buffer) {
  const port = await freePort()
  const file = join(folder, 'react.html')
  writeFileSync(file, html)
  const env = { PORT: String(port), BODY_FILE: file }
  return start(
    'renderToString alone',
    process.execPath,
    [program('react')],
    `http://localhost:${port}/`,
    env,
  )
}

/** nginx with brotli_static, where it is installed: Debian's nginx-light and libnginx-mod-http-brotli-static. */
async function startNginx(folder: string, { body }: Got): Promise<Contender | undefined> {
  const binary = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx'
  const module =
    process.env['NGINX_BROTLI_MODULE'] ?? '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
  if (!existsSync(binary) || !existsSync(module)) return undefined
  const port = await freePort()
  writeFileSync(join(folder, 'index.html'), brotliDecompressSync(body))
  writeFileSync(join(folder, 'index.html.br'), body)
  const configuration = `load_module ${module};
daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit; user root;
events { worker_connections 64; }
http { access_log off; default_type text/html; keepalive_requests 1000000;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen ${port}; root ${folder}; brotli_static on; } }
`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration)
  return start(
    'nginx with brotli_static',
    binary,
    ['-p', folder, '-c', file],
    `http://localhost:${port}/`,
  )
}
