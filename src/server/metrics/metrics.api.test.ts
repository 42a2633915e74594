import { createServer } from 'node:http'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../tools/setup/free-port.ts'
import { alarms, dashboardQueries, metricsOf } from '#tests/alarms.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { timeAnswers } from './answer-times.ts'
import { createMetrics } from './metrics.ts'
import { operationMetrics } from './operation-figures.ts'
import { openMetricsPort } from './metrics-port.ts'

const harness = await useHarness('2026-12-01T07:00:00+09:00')
const { services, database } = harness
const metrics = createMetrics(services)
const port = await freePort()
const opened = await openMetricsPort({ METRICS_PORT: port, HOST: '127.0.0.1' })
opened?.show(metrics)
afterAll(() => opened?.stop())

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
  await sql`
    insert into ledger_due (contract_id, due_id, since, line_id, record_id, bytes, received_at) values
      ('c1', 'd1', '2026-11-30T20:00Z', 'l1', 'r1', 5, '2026-11-30T21:30Z'),
      ('c1', 'd2', '2026-11-30T20:00Z', 'l1', 'r2', 5, '2026-11-30T21:45Z')`.execute(db)
  await sql`insert into month_close (month, began_at) values ('2026-11', '2026-12-01T01:00Z')`.execute(
    db,
  )
  await sql`
    insert into month_close_part values ('2026-11', 'a', 'b'), ('2026-11', 'b', null)`.execute(db)
  await sql`update clock_setting set worked_until = '2026-11-30T21:00Z'`.execute(db)
  await sql`
    insert into import_cursor values ('usage', 'c1', '2026-11-30T18:00Z', '2026-11-30T21:30Z')`.execute(
    db,
  )
  expect(await lines('portal_work_lag_seconds')).toEqual(['portal_work_lag_seconds 3600'])
  expect(await lines('portal_findings{finding="usage-differs"}')).toEqual([
    'portal_findings{finding="usage-differs"} 1',
  ])
  expect(await lines('portal_finding_oldest_seconds{finding="usage-differs"}')).toEqual([
    'portal_finding_oldest_seconds{finding="usage-differs"} 3600',
  ])
  expect(await lines('portal_ledger_oldest_due_seconds')).toEqual([
    'portal_ledger_oldest_due_seconds 1800',
  ])
  // The carrier answers, and never to the end of an hour: what is cut off or garbled.
  expect(await lines('portal_feed_age_seconds{feed="usage"}')).toEqual([
    'portal_feed_age_seconds{feed="usage"} 14400',
  ])
  expect(await lines('portal_clock_difference_seconds')).toHaveLength(1)
  expect(await lines('portal_close_parts_left')).toEqual(['portal_close_parts_left 2'])
  expect(await lines('process_resident_memory_bytes')).toHaveLength(1)
  const elsewhere = await fetch(`http://127.0.0.1:${port}/mypage`)
  expect(elsewhere.status).toBe(404)
})

test('答えた要求は、種類、方法、結果ごとに数えられ、住所の全体も名前も残らない', async () => {
  const server = createServer((incoming, outgoing) => {
    outgoing.writeHead(incoming.url === '/api/user' ? 403 : 200).end()
  })
  const times = timeAnswers(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${address.port}${path}`, { method })
  await ask('/api/user?name=sato')
  await ask('/api/user')
  // Begun before anybody counts.
  metrics.countAnswers(times)
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

test('見本の画面と警報の規則にある値は、どれも計られ、計る値はどれも画面に出ている', async () => {
  const measured = await measuredNames()
  const shown = dashboardQueries().flatMap(metricsOf)
  const watched = alarms.flatMap(({ expr }) => metricsOf(expr))
  expect(shown.filter((name) => !measured.has(name))).toEqual([])
  // Prometheus' own: whether a process answered.
  expect(watched.filter((name) => !measured.has(name))).toEqual(['up'])
  // The age of the oldest row is shown by the command; the screen has the number of rows.
  expect(Object.keys(operationMetrics).filter((name) => !shown.includes(name))).toEqual([
    'portal_finding_oldest_seconds',
    'portal_jobs',
  ])
})

/** Of a web process, as Prometheus stores them: a histogram is three. */
async function measuredNames() {
  const web = createMetrics(services)
  web.countAnswers(timeAnswers(createServer()))
  const types = (await web.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)
  const names = [...types].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  return new Set(names)
}

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
