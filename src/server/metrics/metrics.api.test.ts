import { createServer } from 'node:http'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../tools/setup/free-port.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

const harness = await useHarness('2026-12-01T07:00:00+09:00')
const { services, database } = harness
const metrics = createMetrics(services)
const port = await freePort()
const stop = await serveMetrics(metrics, { port, host: '127.0.0.1' })
afterAll(stop)

async function lines(name: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  return (await answer.text()).split('\n').filter((line) => line.startsWith(name))
}

test('記録の窓口は、仕事の遅れ、待っている行、この処理の記憶量を言い、ほかの住所には答えない', async () => {
  const { db } = database
  await sql`
    insert into usage_finding values
      ('c1', 'l1', '2026-11', 5, 1, 4, 1, '2026-11-30T21:00Z', null)`.execute(db)
  await sql`update clock_setting set worked_until = '2026-11-30T21:00Z'`.execute(db)
  expect(await lines('portal_work_lag_seconds')).toEqual(['portal_work_lag_seconds 3600'])
  expect(await lines('portal_findings{finding="usage-differs"}')).toEqual([
    'portal_findings{finding="usage-differs"} 1',
  ])
  expect(await lines('portal_finding_oldest_seconds{finding="usage-differs"}')).toEqual([
    'portal_finding_oldest_seconds{finding="usage-differs"} 3600',
  ])
  expect(await lines('process_resident_memory_bytes')).toHaveLength(1)
  const elsewhere = await fetch(`http://127.0.0.1:${port}/mypage`)
  expect(elsewhere.status).toBe(404)
})

test('答えた要求は、種類、方法、結果ごとに数えられ、住所の全体も名前も残らない', async () => {
  const server = createServer((incoming, outgoing) => {
    outgoing.writeHead(incoming.url === '/api/user' ? 403 : 200).end()
  })
  metrics.measureRequests(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${address.port}${path}`, { method })
  await ask('/api/user?name=sato')
  await ask('/api/user')
  await ask('/mypage/top.html', 'POST')
  await ask('/fee/', 'PROPFIND')
  server.close()
  const counts = await lines('portal_request_seconds_count')
  expect(counts.toSorted()).toEqual([
    'portal_request_seconds_count{kind="api",method="GET",status="2xx"} 1',
    'portal_request_seconds_count{kind="api",method="GET",status="4xx"} 1',
    'portal_request_seconds_count{kind="mypage",method="POST",status="2xx"} 1',
    'portal_request_seconds_count{kind="site",method="other",status="2xx"} 1',
  ])
  expect(JSON.stringify(await lines('portal_request'))).not.toContain('sato')
})

test('データベースに届かなくても、窓口は自分の値を答え、読めなかったことを数える', async () => {
  const { db } = database
  const away = createMetrics({
    ...services,
    database: {
      ...database,
      db: db.withoutPlugins().withSchema('nowhere'),
    },
  })
  const text = await away.text()
  expect(text).toContain('portal_figures_unread_total 1')
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('portal_work_lag_seconds 3600')
})
