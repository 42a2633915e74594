import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '#backend/db/connect.ts'
import { withTrace } from '#backend/trace.ts'
import { createTestDatabase, inDatabase } from '#tests/api/database.ts'

const url = await createTestDatabase()
const handle = connectDatabase({ url, maxConnections: 1 })
afterAll(handle.close)

it('取引の中で同時に聞いた読み出しは、順に届き、それぞれの答えを得る', async () => {
  const queued: unknown[] = []
  const answers = await handle.db.transaction().execute((tx) => {
    const ask = (n: number) => sql<{ n: number }>`select ${n}::integer as n`.execute(tx)
    return Promise.all([1, 2, 3, 4].map(ask))
  })
  const client = await handle.pool.connect()
  try {
    const both = [1, 2, 3].map((n) => client.query('select $1::integer as n', [n]))
    queued.push(waitingIn(client))
    await Promise.all(both)
  } finally {
    client.release()
  }
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3, 4])
  expect(queued).toEqual([0])
})

it('失敗した読み出しがあっても、ほかには答え、接続は使い続けられる', async () => {
  const client = await handle.pool.connect()
  try {
    const results = await Promise.allSettled(
      ['select 1 as n', 'select n from nowhere', 'select 3 as n'].map((text) => client.query(text)),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await client.query('select 4 as n')).rows).toEqual([{ n: 4 }])
  } finally {
    client.release()
  }
})

it('サーバーの時差が何であれ、接続はUTCで数える', async () => {
  await inDatabase(
    url,
    `alter database ${new URL(url).pathname.slice(1)} set timezone = 'Asia/Tokyo'`,
  )
  const later = connectDatabase({ url, maxConnections: 1 })
  try {
    for (const pool of [later.pool, later.reading]) {
      const { rows } = await pool.query(
        `select current_setting('timezone') as zone, '2026-11-20T15:30:00Z'::timestamptz::date::text as day`,
      )
      expect(rows).toEqual([{ zone: 'UTC', day: '2026-11-20' }])
    }
  } finally {
    await later.close()
  }
})

describe('変更の中で何度も聞くこと', () => {
  beforeAll(async () => {
    await handle.pool.query(`create table kept_row (id integer primary key, word text not null)`)
    await handle.pool.query(`create index kept_row_word on kept_row (word)`)
    await handle.pool.query(`insert into kept_row values (1, 'one')`)
  })

  /** Asks within a transaction of its own, as a change does. */
  const ask = (text: string, ...values: unknown[]) =>
    handle.db
      .transaction()
      .execute(async (tx) => (await tx.executeQuery(CompiledQuery.raw(text, values))).rows)
  const prepared = async (like: string) =>
    (
      await handle.pool.query(
        `select statement, (generic_plans + custom_plans)::int as times from pg_prepared_statements
         where statement like $1`,
        [like],
      )
    ).rows

  it('は、接続が覚え、2回目からは読み解かない', async () => {
    const text = 'update kept_row set word = $1 where id = $2'
    for (let time = 0; time < 4; time += 1) await ask(text, 'one', 1)
    expect(await prepared('update kept_row%')).toEqual([{ statement: text, times: 3 }])
  })

  it('は、移行が列を足しても索引を消しても、同じ答えを得る', async () => {
    const named = 'select id, word from kept_row where word = $1'
    const whole = 'select * from kept_row where word = $1'
    // More often than PostgreSQL plans for the values at hand.
    for (let time = 0; time < 8; time += 1) {
      expect(await ask(named, 'one')).toEqual([{ id: 1, word: 'one' }])
      expect(await ask(whole, 'one')).toEqual([{ id: 1, word: 'one' }])
    }
    await handle.pool.query('alter table kept_row add added integer not null default 7')
    await handle.pool.query('drop index kept_row_word')
    expect(await ask(named, 'one')).toEqual([{ id: 1, word: 'one' }])
    expect(await ask(whole, 'one')).toEqual([{ id: 1, word: 'one', added: 7 }])
  })

  it('でも、一覧を渡す問いは、そのたびに計画する', async () => {
    for (let time = 0; time < 4; time += 1)
      await ask('select word from kept_row where id = any($1)', [1, 2, 3])
    expect(await prepared('select word from kept_row where id = any%')).toEqual([])
  })

  it('は、条件のついた一意索引に頼る書き込みを、何度でも同じに行う', async () => {
    await handle.pool.query(`create table waiting_row (subject text not null, state text not null)`)
    await handle.pool.query(
      `create unique index waiting_row_one on waiting_row (subject) where state = 'waiting'`,
    )
    const text = `insert into waiting_row (subject, state) values ($1, $2)
      on conflict (subject) where state = $3 do nothing returning subject`
    // A plan for any values knows no index that holds for some: PostgreSQL refuses it from the sixth time on.
    for (let time = 0; time < 8; time += 1)
      expect(await ask(text, `subject ${time}`, 'waiting', 'waiting')).toHaveLength(1)
    expect(await ask(text, 'subject 1', 'waiting', 'waiting')).toEqual([])
  })

  it('は、覚えたままでは答えられなくなれば、一度だけ失敗し、次からは覚えずに聞く', async () => {
    const text = 'select word from kept_row where id = $1'
    for (let time = 0; time < 3; time += 1) await ask(text, 1)
    await handle.pool.query('alter table kept_row alter word type varchar(9)')
    await expect(ask(text, 1)).rejects.toThrow('cached plan must not change result type')
    expect(await ask(text, 1)).toEqual([{ word: 'one' }])
  })

  it('は、どの操作のためかを、接続の名で言う', async () => {
    const name =
      'select application_name as name from pg_stat_activity where pid = pg_backend_pid()'
    const named = (traceKey: string) => withTrace(traceKey, () => ask(name))
    expect(await named('one')).toEqual([{ name: 'trace one' }])
    expect(await named('two')).toEqual([{ name: 'trace two' }])
  })
})

/** Queries that wait in pg's own queue, which it will not have any more. */
function waitingIn(client: object): unknown {
  const queue: unknown = Reflect.get(client, '_queryQueue')
  return Array.isArray(queue) ? queue.length : queue
}
