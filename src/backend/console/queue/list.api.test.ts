import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { collectionCourse } from '#domain/billing/collection.ts'
import { formatRfc3339, tokyoDate } from '#domain/tokyo.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { queueApi } from '#protocol/console/queue.ts'
import { withoutTriggers } from '#tests/api/behind-triggers.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useHarness } from '#tests/api/use-harness.ts'

/** A Tuesday; the desk is open from 10 to 18 o'clock on working days, the 23rd of November was a holiday. */
const harness = await useHarness('2026-12-01T07:00:00+09:00')
const { db } = harness.database
const fukuda = await harness.staff('fukuda')
const ikeda = await harness.staff('ikeda')
const yoshida = await harness.staff('yoshida')

const plant = (rows: string) =>
  db.transaction().execute(async (tx) => {
    await withoutTriggers(tx)
    await sql.raw(rows).execute(tx)
  })

const check = (id: string, changedAt: string) =>
  `insert into identity_check (account_id, check_id, contract_id, order_no, state, attempts, failure, opened_at, changed_at)
   values ('a1', '${id}', 'c1', 'O-${id}', 'manual', 3, '["birth"]', '${changedAt}', '${changedAt}');`

const claim = (no: string, expectedOn: string | null, changedAt: string) =>
  `insert into procedure_order (contract_id, order_no, procedure, state, details, requested_at, changed_at, expected_on)
   values ('c1', '${no}', 'deviceClaim', 'assessing', '{"basis": "cover", "cause": "damage"}', '${changedAt}', '${changedAt}',
     ${expectedOn === null ? 'null' : `'${expectedOn}'`});`

type Row = Result<typeof queueApi.consoleQueueGet>['rows'][number]
const short = ({ ref, due, dueBy, group }: Row) => [ref, due.slice(5, 16), dueBy, group]

test('何も待っていなければ、今日もどの行列も空である', async () => {
  const today = await fukuda.ask('consoleTodayGet')
  expect(today.missing).toEqual({ count: 0, isMore: false, rows: [], cases: [] })
  expect(today.queues.map(({ queue, count }) => [queue, count])).toEqual([
    ['identity', 0],
    ['application', 0],
    ['succession', 0],
    ['claim', 0],
    ['refund', 0],
    ['answer', 0],
    ['order', 0],
    ['unpaid', 0],
    ['message', 0],
    ['hold', 0],
    ['ticket', 0],
    ['approval', 0],
  ])
})

test('本人確認は、窓口の時間で数えた期限の近い順に並び、会員の期限があるものはその日で並ぶ', async () => {
  await plant(
    check('k3', '2026-11-30T20:00+09:00') +
      check('k1', '2026-11-26T17:00+09:00') +
      check('k2', '2026-11-30T12:00+09:00') +
      claim('A-date', '2026-12-01', '2026-11-30T12:00+09:00') +
      claim('A-desk', null, '2026-11-30T17:00+09:00') +
      claim('A-past', '2026-11-29', '2026-11-28T12:00+09:00') +
      claim('A-soon', '2026-12-04', '2026-11-30T12:00+09:00') +
      claim('A-later', '2026-12-20', '2026-11-30T12:00+09:00'),
  )
  const identity = await fukuda.ask('consoleQueueGet', { query: { queue: 'identity' } })
  expect(identity.rows.map(short)).toEqual([
    ['k1', '11-27T17:00', 'desk', 'overdue'],
    ['k2', '12-01T12:00', 'desk', 'today'],
    ['k3', '12-01T18:00', 'desk', 'today'],
  ])
  expect(identity).toMatchObject({
    count: 3,
    isMore: false,
    oldestSince: '2026-11-26T17:00:00+09:00',
    items: ['identity-by-hand'],
  })
  expect(identity.rows[0]).toEqual({
    queue: 'identity',
    item: 'identity-by-hand',
    ref: 'k1',
    since: '2026-11-26T17:00:00+09:00',
    due: '2026-11-27T17:00:00+09:00',
    dueBy: 'desk',
    group: 'overdue',
    ifLeft: '本人確認が終わらず、待っている手続きが進みません。',
    facts: { orderNo: 'O-k1', attempts: 3, fields: ['birth'] },
    accountId: 'a1',
    contractId: 'c1',
  })
  const claims = await fukuda.ask('consoleQueueGet', { query: { queue: 'claim' } })
  expect(claims.rows.map(short)).toEqual([
    ['A-past', '11-30T00:00', 'member', 'overdue'],
    ['A-desk', '12-01T17:00', 'desk', 'today'],
    ['A-date', '12-02T00:00', 'member', 'today'],
    ['A-soon', '12-05T00:00', 'member', 'soon'],
    ['A-later', '12-21T00:00', 'member', 'later'],
  ])
})

test('今日は、今夜までに間に合わなくなるものを、放置するとどうなるかとともに、期限の近い順に出す', async () => {
  const { missing, queues } = await fukuda.ask('consoleTodayGet')
  expect(missing.rows.map(({ ref }) => ref)).toEqual([
    'k1',
    'A-past',
    'k2',
    'A-desk',
    'k3',
    'A-date',
  ])
  expect(missing).toMatchObject({ count: 6, isMore: false })
  expect(missing.rows.map(({ ifLeft }) => ifLeft)).toContain(
    'お約束した回答が遅れるか、届いたものが記録されないまま請求が自動で終わります。',
  )
  expect(queues.find(({ queue }) => queue === 'claim')).toEqual({
    queue: 'claim',
    count: 5,
    isMore: false,
    overdue: 1,
    today: 2,
    oldestSince: '2026-11-28T12:00:00+09:00',
  })
})

test('今日は、返事が間に合わなくなるお問い合わせも1件ずつ出し、担当した人には自分の件として出す', async () => {
  harness.clock.set('2026-11-30T10:00:00+09:00')
  const asked = { channel: 'telephone', reason: 'contact', topic: 'data', text: '残量' } as const
  const { ticketNo, dueAt } = await yoshida.ask('consoleTicketPost', { body: asked })
  harness.clock.set('2026-12-01T07:00:00+09:00')
  expect(dueAt).toBe('2026-11-30T18:00:00+09:00')
  const { missing } = await fukuda.ask('consoleTodayGet')
  expect(missing.cases.map((row) => [row.ticketNo, row.group])).toEqual([[ticketNo, 'overdue']])
  expect(missing.count).toBe(7)
  const own = await yoshida.ask('consoleTicketAssignPost', { body: { ticketNo } })
  expect((await yoshida.ask('consoleTodayGet')).mine.cases.map((row) => row.ticketNo)).toEqual([
    own.ticketNo,
  ])
  await yoshida.ask('consoleTicketSolvePost', { body: { ticketNo } })
})

test('どの画面にも出る件数は、件を読まずに数え、窓口がいつまで開いているかを言う', async () => {
  const [counts, today] = [
    await fukuda.ask('consoleCountsGet'),
    await fukuda.ask('consoleTodayGet'),
  ]
  const withoutAge = today.queues.map(({ queue, count, isMore, overdue, today: tonight }) => ({
    queue,
    count,
    isMore,
    overdue,
    today: tonight,
  }))
  expect(counts.queues).toEqual(withoutAge)
  expect(counts.desk).toEqual({ isOpen: false, until: '2026-12-01T10:00:00+09:00' })
})

test('行列は、そこで何かできる役割にだけ見える', async () => {
  const seen = async (staff: typeof fukuda) =>
    (await staff.ask('consoleTodayGet')).queues.map(({ queue }) => queue)
  expect(await seen(ikeda)).toEqual([
    'refund',
    'answer',
    'order',
    'usage',
    'bill',
    'unpaid',
    'message',
    'ticket',
    'approval',
  ])
  expect(await seen(yoshida)).toEqual(['ticket', 'approval'])
  const identity = { query: { queue: 'identity' } } as const
  expect(await codeOf(ikeda.ask('consoleQueueGet', identity))).toBe('ROLE_MISSING')
  const item = { query: { item: 'identity-by-hand', ref: 'k1' } } as const
  expect(await codeOf(ikeda.ask('consoleQueueItemGet', item))).toBe('ROLE_MISSING')
})

test('絞り込みは、組と件名でできる。なくなった絞り込みは、そう説明する', async () => {
  const of = async (query: { item?: string; group?: string }) =>
    (await fukuda.ask('consoleQueueGet', { query: { queue: 'claim', ...query } })).rows.map(
      ({ ref }) => ref,
    )
  expect(await of({ group: 'overdue' })).toEqual(['A-past'])
  expect(await of({ group: 'today' })).toEqual(['A-desk', 'A-date'])
  expect(await of({ group: 'soon' })).toEqual(['A-soon'])
  expect(await of({ group: 'later' })).toEqual(['A-later'])
  expect(await of({ item: 'device-claims', group: 'soon' })).toEqual(['A-soon'])
  expect(await codeOf(of({ group: 'vanished' }))).toBe('QUEUE_FILTER_UNKNOWN')
  expect(await codeOf(of({ item: 'vanished' }))).toBe('QUEUE_FILTER_UNKNOWN')
  expect(await codeOf(of({ item: 'identity-by-hand' }))).toBe('QUEUE_FILTER_UNKNOWN')
})

test('1件は、事実と、自分の役割でできることを示す。一覧からなくなった件は、そう説明する', async () => {
  const item = { item: 'identity-by-hand', ref: 'k1' } as const
  const { row, acts, methods, history } = await fukuda.ask('consoleQueueItemGet', { query: item })
  expect(row.ref).toBe('k1')
  // Pictures of documents are no method since 2026-04-01.
  expect(methods).toEqual(['restricted_mail'])
  expect(acts).toEqual([
    { act: 'identity.ask', way: 'does' },
    { act: 'identity.approve', way: 'proposes' },
  ])
  expect(history).toEqual([])
  const gone = { query: { ...item, ref: 'gone' } }
  expect(await codeOf(fukuda.ask('consoleQueueItemGet', gone))).toBe('QUEUE_ITEM_GONE')
})

/** Night and weekend rows are due at the same moment, and several kinds of item are mixed. */
test('続きを最後までたどると、どの件もちょうど一度、期限の順に出る', async () => {
  const since = (n: number) =>
    Temporal.Instant.from('2026-11-27T17:00:00+09:00')
      .add({ minutes: (n * 47) % 3600 })
      .toString()
  const unanswered = Array.from(
    { length: 90 },
    (_, n) =>
      `insert into carrier_exchange (contract_id, exchange_id, request, state, attempts, created_at, changed_at)
       values ('c1', 'x${n}', '{"kind": "reissue"}', 'unknown', 3, '${since(n)}', '${since(n)}');`,
  )
  const points = Array.from(
    { length: 70 },
    (_, n) =>
      `insert into point_grant (contract_id, month, order_id, partner_id_sealed, points, state, asked_at)
       values ('c${n}', '2026-10', 'g${n}', 's', 11, 'unknown', '${since(n * 3)}');`,
  )
  await plant(unanswered.join('') + points.join(''))
  const rows: Row[] = []
  let after: string | undefined
  do {
    const page = await ikeda.ask('consoleQueueGet', {
      query: { queue: 'answer', ...(after && { after }) },
    })
    expect(page.count).toBe(160)
    expect(page.rows.length).toBeGreaterThan(0)
    rows.push(...page.rows)
    after = page.nextCursor
  } while (after !== undefined)
  expect(rows.length).toBe(160)
  expect(new Set(rows.map(({ ref }) => ref)).size).toBe(160)
  const due = rows.map((row) => row.due)
  expect(due).toEqual(due.toSorted())
})

test('支払われていない請求の期限は、督促の暦と同じである', async () => {
  const days = ['2026-10-07', '2026-11-07']
  await plant(
    days
      .map(
        (day, n) =>
          `insert into bill (contract_id, month, bill_id, state, period_from, period_to, out_of_scope_yen, total_yen, fixed_at,
             charge_on, suspended_at)
           values ('c1', '${day.slice(0, 7)}', 'b${n}', '${n === 0 ? 'suspended' : 'unpaid'}', '2026-09-01', '2026-09-30', 0, 1191,
             '${day}', '${day}', ${n === 0 ? "'2026-10-31T23:00+09:00'" : 'null'});`,
      )
      .join(''),
  )
  const unpaid = await ikeda.ask('consoleQueueGet', { query: { queue: 'unpaid' } })
  const { terminateAt } = collectionCourse(tokyoDate('2026-10-07'))
  const { suspendAt } = collectionCourse(tokyoDate('2026-11-07'))
  expect(unpaid.rows.map(({ ref, due, facts }) => [ref, due, facts['yen']])).toEqual([
    ['b1', formatRfc3339(suspendAt), 1191],
    ['b0', formatRfc3339(terminateAt), 1191],
  ])
})
