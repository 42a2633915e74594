import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { openReads } from '#backend/db/read-once.ts'
import { createTestDatabase } from '../../../tests/api/database.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = connectDatabase({ url: await createTestDatabase(), maxConnections: 2 })
})
afterAll(() => database?.close())

const draw = sql<{ drawn: number; at: Temporal.Instant }>`select random() as drawn, now() as at`

describe('the reads of one page', () => {
  test('the same question is asked once; another page asks again', async () => {
    const page = openReads(database)
    const [one, other] = await Promise.all([draw.execute(page.db), draw.execute(page.db)])
    expect(other).toEqual(one)
    expect(await draw.execute(page.db)).toEqual(one)
    expect(one.rows[0]?.at).toBeInstanceOf(Temporal.Instant)
    expect(await draw.execute(openReads(database).db)).not.toEqual(one)
  })

  test('other values are another question', async () => {
    const { db } = openReads(database)
    const of = async (value: string) => (await sql`select ${value} as said`.execute(db)).rows[0]
    expect([await of('a'), await of('b')]).toEqual([{ said: 'a' }, { said: 'b' }])
  })

  test('after a change everything is asked again', async () => {
    const page = openReads(database)
    const before = await draw.execute(page.db)
    page.forget()
    expect(await draw.execute(page.db)).not.toEqual(before)
  })

  test('what is asked at the same time takes one connection, which is given back', async () => {
    const { db } = openReads(database)
    const asked = Array.from({ length: 20 }, (_, n) =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, ${n}::int as n`.execute(db),
    )
    const pids = (await Promise.all(asked)).map(({ rows }) => rows[0]?.pid)
    expect(new Set(pids).size).toBe(1)
    expect(database.reading.totalCount - database.reading.idleCount).toBe(0)
  })

  test('a question that fails does not take the others with it', async () => {
    const { db } = openReads(database)
    const answers = await Promise.allSettled([
      draw.execute(db),
      sql`select 1 / 0`.execute(db),
      sql`select 2 as two`.execute(db),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(database.reading.totalCount - database.reading.idleCount).toBe(0)
  })

  test('it only reads, and nobody changes what another part is shown', async () => {
    const { db } = openReads(database)
    const change = db.updateTable('clock_setting').set({ offset_ms: 1 }).execute()
    await expect(change).rejects.toThrow('not a read')
    await expect(db.transaction().execute(async () => 1)).rejects.toThrow('only reads')
    const { rows } = await draw.execute(db)
    expect(Object.isFrozen(rows[0])).toBe(true)
  })
})
