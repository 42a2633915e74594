import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { connectDatabase } from '#backend/db/connect.ts'
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

/** Queries that wait in pg's own queue, which it will not have any more. */
function waitingIn(client: object): unknown {
  const queue: unknown = Reflect.get(client, '_queryQueue')
  return Array.isArray(queue) ? queue.length : queue
}
