import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { createTestDatabase } from '#tests/api/database.ts'
import { waited } from '#tests/waited.ts'
import { createRequestLimiter } from './request-limiter.ts'
import { requestLimits, type RequestLimits } from './request-limits.ts'

const twice: RequestLimits = {
  files: {
    perPerson: { requests: 2, seconds: 60 },
    perAddress: { requests: 4, seconds: 600 },
  },
}

let url: string
let database: DatabaseHandle
beforeAll(async () => {
  url = await createTestDatabase()
  database = connectDatabase({ url })
})
beforeEach(() => database.pool.query('truncate request_count'))
afterAll(() => database?.close())

const start = (pool = database.pool, storeTimeoutMs = 10_000) =>
  createRequestLimiter({ limits: twice, pool, secret: 'secret', storeTimeoutMs })

async function takeTimes(times: number, asker: { person?: string; address?: string }) {
  const limiter = start()
  const waits = []
  for (let n = 0; n < times; n += 1) waits.push(await limiter.take('files', asker))
  return waits
}

describe('回数の制限', () => {
  test('決めた回数までは通し、その次には何秒待つかを告げる', async () => {
    expect(await takeTimes(3, { person: 'a' })).toEqual([undefined, undefined, 60])
  })

  test('人ごとに数え、ほかの人を待たせない', async () => {
    await takeTimes(3, { person: 'a' })
    expect(await takeTimes(1, { person: 'b' })).toEqual([undefined])
  })

  test('接続元ごとにも数え、セッションを替えても逃れられない', async () => {
    const limiter = start()
    const waits = []
    for (const person of ['a', 'b', 'c', 'd', 'e'])
      waits.push(await limiter.take('files', { person, address: '203.0.113.9' }))
    expect(waits).toEqual([undefined, undefined, undefined, undefined, 600])
  })

  test('IPv6 は、ひとつの /64 をひとりと数える', async () => {
    const limiter = start()
    const waits = []
    for (const end of ['1', '2', '3', '4', '5'])
      waits.push(await limiter.take('files', { address: `2001:db8::${end}` }))
    expect(waits.at(-1)).toBe(600)
  })

  test('いくつのプロセスで受けても、合わせて数える', async () => {
    const [one, other] = [start(), start()]
    expect([
      await one.take('files', { person: 'a' }),
      await other.take('files', { person: 'a' }),
      await one.take('files', { person: 'a' }),
      await other.take('files', { person: 'a' }),
    ]).toEqual([undefined, undefined, 60, 60])
  })

  test('時間が過ぎれば、また通す', async () => {
    await takeTimes(3, { person: 'a' })
    await database.pool.query('update request_count set expire = 1')
    expect(await takeTimes(1, { person: 'a' })).toEqual([undefined])
  })

  test('同時に来ても、決めた回数しか通さない', async () => {
    const [one, other] = [start(), start()]
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).take('files', { person: 'a' })),
    )
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(2)
  })

  test('接続元の住所は、そのままでは残らない', async () => {
    await takeTimes(1, { address: '203.0.113.9' })
    const { rows } = await database.pool.query('select key from request_count')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
  })

  test('制限のないものは数えない', async () => {
    expect(await start().take('purchases', { person: 'a' })).toBeUndefined()
    expect((await database.pool.query('select 1 from request_count')).rowCount).toBe(0)
  })
})

describe('データベースに数えられないあいだは、プロセスごとに数え、エラーにしない', () => {
  test('つながらないとき', async () => {
    const away = connectDatabase({ url: 'postgres://nobody@127.0.0.1:9/none' })
    const limiter = start(away.pool)
    const waits = []
    for (let n = 0; n < 3; n += 1) waits.push(await limiter.take('files', { person: 'a' }))
    expect(waits).toEqual([undefined, undefined, 60])
    await away.close()
  })

  test('書き込めないとき', async () => {
    const address = new URL(url)
    address.searchParams.set('options', '-c default_transaction_read_only=on')
    const readOnly = connectDatabase({ url: address.href })
    const limiter = start(readOnly.pool)
    const waits = []
    for (let n = 0; n < 3; n += 1) waits.push(await limiter.take('files', { person: 'b' }))
    expect(waits).toEqual([undefined, undefined, 60])
    await readOnly.close()
  })

  test('途中から答えが来なくなっても、それまでの回数に続けて数える', async () => {
    const limiter = start(database.pool, 200)
    expect(await limiter.take('files', { person: 'd' })).toBeUndefined()
    const holder = await database.pool.connect()
    await holder.query('begin; lock table request_count')
    const waits = [
      await limiter.take('files', { person: 'd' }),
      await limiter.take('files', { person: 'd' }),
    ]
    await holder.query('rollback')
    holder.release()
    expect(waits).toEqual([undefined, 60])
  })

  test('答えが来ないとき、待つのは決めた時間まで', async () => {
    const holder = await database.pool.connect()
    await holder.query('begin; lock table request_count')
    // Without the time limit it would wait for the lock: 2.5 seconds.
    const { result, ms } = await waited(start(database.pool, 20).take('files', { person: 'c' }))
    expect(result).toBeUndefined()
    expect(ms).toBeLessThan(2000)
    await holder.query('rollback')
    holder.release()
  })
})

test('どの制限も、1つの接続元には1人の10倍以上を許す', () => {
  const narrow = Object.entries(requestLimits).filter(([, limit]) => {
    if (!('perPerson' in limit)) return false
    const rate = ({ requests, seconds }: { requests: number; seconds: number }) =>
      requests / seconds
    return rate(limit.perAddress) < 10 * rate(limit.perPerson)
  })
  expect(narrow).toEqual([])
})
