import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { openReads } from '#backend/db/memoized-reads.ts'
import { withTrace } from '#backend/trace.ts'
import { createTestDatabase } from '#tests/api/database.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = connectDatabase({ url: await createTestDatabase(), maxConnections: 2 })
})
afterAll(() => database?.close())

const draw = sql<{ drawn: number; at: Temporal.Instant }>`select random() as drawn, now() as at`

describe('1ページの読み出し', () => {
  test('同じ問いは1回だけ聞き、別のページはまた聞く', async () => {
    const page = openReads(database)
    const [one, other] = await Promise.all([draw.execute(page.db), draw.execute(page.db)])
    expect(other).toEqual(one)
    expect(await draw.execute(page.db)).toEqual(one)
    expect(one.rows[0]?.at).toBeInstanceOf(Temporal.Instant)
    expect(await draw.execute(openReads(database).db)).not.toEqual(one)
  })

  test('値が違えば、別の問いになる', async () => {
    const { db } = openReads(database)
    const of = async (value: string) => (await sql`select ${value} as said`.execute(db)).rows[0]
    expect([await of('a'), await of('b')]).toEqual([{ said: 'a' }, { said: 'b' }])
  })

  test('変更のあとは、すべて聞き直す', async () => {
    const page = openReads(database)
    const before = await draw.execute(page.db)
    page.forget()
    expect(await draw.execute(page.db)).not.toEqual(before)
  })

  test('同時に聞くものは1つの接続で済み、接続は返される', async () => {
    const { db } = openReads(database)
    const asked = Array.from({ length: 20 }, (_, n) =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, ${n}::int as n`.execute(db),
    )
    const pids = (await Promise.all(asked)).map(({ rows }) => rows[0]?.pid)
    expect(new Set(pids).size).toBe(1)
    expect(database.reading.totalCount - database.reading.idleCount).toBe(0)
  })

  test('失敗した問いは、ほかを巻き込まない', async () => {
    const { db } = openReads(database)
    const answers = await Promise.allSettled([
      draw.execute(db),
      sql`select 1 / 0`.execute(db),
      sql`select 2 as two`.execute(db),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(database.reading.totalCount - database.reading.idleCount).toBe(0)
  })

  test('読むだけで、ほかの部分に見せたものは変えられない', async () => {
    const { db } = openReads(database)
    const change = db.updateTable('clock_setting').set({ offset_ms: 1 }).execute()
    await expect(change).rejects.toThrow('not a read')
    await expect(db.transaction().execute(async () => 1)).rejects.toThrow('only reads')
    const { rows } = await draw.execute(db)
    expect(Object.isFrozen(rows[0])).toBe(true)
  })

  test('どのページも聞くことは、接続ごとに1回だけ計画する', async () => {
    const ask = (text: string) =>
      sql<{ n: number }>`${sql.raw(text)}`.execute(openReads(database).db)
    for (let page = 0; page < 4; page += 1) await ask('select 41 as n')
    await ask('select 43 as n')
    const statements = sql<{ statement: string; times: number }>`
      select statement, (generic_plans + custom_plans)::int as times from pg_prepared_statements
      where statement like 'select 4_ as n'`
    expect((await statements.execute(openReads(database).db)).rows).toEqual([
      { statement: 'select 41 as n', times: 3 },
    ])
  })

  test('移行のあとも、表の中身がページに出る', async () => {
    await database.pool.query('create table growing as select 1 as one')
    const ask = async () =>
      (await sql`select * from growing`.execute(openReads(database).db)).rows[0]
    for (let page = 0; page < 4; page += 1) expect(await ask()).toEqual({ one: 1 })
    await database.pool.query('alter table growing add two integer not null default 2')
    for (let page = 0; page < 4; page += 1) expect(await ask()).toEqual({ one: 1, two: 2 })
  })

  test('接続は、どのページのために読むかを名乗る', async () => {
    const named = (traceKey: string) =>
      withTrace(traceKey, async () => {
        const { db } = openReads(database)
        const name = sql<{ name: string }>`
          select application_name as name from pg_stat_activity where pid = pg_backend_pid()`
        return (await name.execute(db)).rows[0]?.name
      })
    expect([await named('one'), await named('two')]).toEqual(['trace one', 'trace two'])
  })
})
