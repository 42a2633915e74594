import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockContract } from '#backend/contract/contracts.ts'
import { createLog } from '#backend/log.ts'
import { api } from '#protocol/index.ts'
import { antiForgery, traceKeyHeader } from '#protocol/http.ts'
import { appOver } from './app.ts'
import { until } from './faults/until.ts'
import { startHarness, type Harness } from './harness.ts'
import { makeMember } from './members.ts'

const ORIGIN = 'http://localhost:3000'

/** The carrier behind something that notes under which trace keys it is asked. */
async function startListener() {
  let carrierUrl = ''
  const heard: (string | undefined)[] = []
  async function passOn(incoming: IncomingMessage, outgoing: ServerResponse) {
    heard.push(incoming.headers[traceKeyHeader.toLowerCase()]?.toString())
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const answer = await fetch(carrierUrl + incoming.url, {
      method: incoming.method ?? 'GET',
      headers: {
        authorization: incoming.headers.authorization ?? '',
        'content-type': 'application/json',
      },
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    })
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' })
    outgoing.end(await answer.text())
  }
  const server = createServer((incoming, outgoing) => void passOn(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    leadTo: (url: string) => (carrierUrl = url),
    close: () => server.close(),
  }
}

let listener: Awaited<ReturnType<typeof startListener>>
let harness: Harness
beforeAll(async () => {
  listener = await startListener()
  harness = await startHarness(undefined, { CARRIER_URL: listener.url })
  listener.leadTo(harness.carrier.url)
})
afterAll(async () => {
  await harness?.stop()
  listener?.close()
})

test('ひとつの操作の問い合わせ番号は、データベース、記録、仕事、回線設備のどこでも同じ', async () => {
  const { services, database } = harness
  const member = await makeMember(harness, { loginId: 'traced' })
  const [lineId = ''] = member.lineIds
  const app = appOver(services)
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const holding = database.db.transaction().execute(async (tx) => {
    await lockContract(tx, member.contractId)
    begin()
    await blocked
  })
  await begun
  const answering = app.request(`${ORIGIN}${api.highSpeedStatusPut.path}/`, {
    method: 'PUT',
    headers: {
      cookie: `sid=${member.secret}; ${antiForgery.cookie}=${member.token}`,
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      [antiForgery.header]: member.token,
    },
    body: JSON.stringify({ lineId, on: false }),
  })
  const waiting: string[] = []
  await until('the request waits for the contract', async () => {
    const { rows } = await database.pool.query(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    waiting.push(...rows.map(({ name }) => String(name)))
    return waiting.length > 0
  })
  release()
  await holding
  const answer = await answering
  expect(answer.status).toBe(200)
  const traceKey = answer.headers.get(traceKeyHeader) ?? 'none'
  expect(waiting[0]).toBe(`trace ${traceKey}`)

  listener.heard.length = 0
  await harness.drain()
  expect(listener.heard.length).toBeGreaterThan(0)
  expect(new Set(listener.heard)).toEqual(new Set([traceKey]))
})

test('うまくいった変更も、問い合わせ番号の下に1行だけ残り、URL の秘密と状態の確認は残らない', async () => {
  const member = await makeMember(harness, { loginId: 'answered' })
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const app = appOver({ ...harness.services, log })
  const ask = (path: string, init: RequestInit = {}) =>
    app.request(`${ORIGIN}${path}`, {
      ...init,
      headers: {
        cookie: `sid=${member.secret}; ${antiForgery.cookie}=${member.token}`,
        origin: ORIGIN,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        [antiForgery.header]: member.token,
      },
    })
  const changed = await ask(`${api.lineNicknamePut.path}/`, {
    method: 'PUT',
    body: JSON.stringify({ lineId: member.lineIds[0], nickname: '仕事用' }),
  })
  expect(changed.status).toBe(200)
  const page = await ask('/mypage/top.html?draft=secret')
  await ask('/health/')
  await ask('/health/live')
  const logged = lines.filter((line) => line['msg'] === 'answered')
  expect(logged).toMatchObject([
    {
      traceKey: changed.headers.get(traceKeyHeader),
      method: 'PUT',
      path: `${api.lineNicknamePut.path}/`,
      status: 200,
      ms: expect.any(Number),
    },
    { traceKey: page.headers.get(traceKeyHeader), method: 'GET', path: '/mypage/top.html' },
  ])
})
