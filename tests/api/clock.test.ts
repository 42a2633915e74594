import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkWorker } from '#server/health/health.ts'
import { createTestDatabase } from './database.ts'
import { followWalk } from '../../tools/setup/follow-walk.ts'
import { realClock } from '#backend/clock.ts'
import { readWalk, setClock } from '#backend/jobs/moved-clock.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { createDueWork } from '#backend/jobs/due-work.ts'
import { noteWorker } from '#backend/jobs/worker-heartbeat.ts'
import { createLog } from '#backend/log.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = connectDatabase({ url: await createTestDatabase() })
})
afterAll(() => database?.close())
beforeEach(() =>
  database.db
    .updateTable('clock_setting')
    .set({
      is_demo: true,
      offset_ms: 0,
      target_offset_ms: null,
      worked_until: Temporal.Now.instant(),
      worker_seen_at: null,
    })
    .execute(),
)

const setting = () => database.db.selectFrom('clock_setting').selectAll().executeTakeFirstOrThrow()
const tomorrow = { by: Temporal.Duration.from({ days: 1 }) }

describe('npm run clock：時計を動かす', () => {
  test('見本のものではないデータベースの時計は動かさない', async () => {
    await database.db.updateTable('clock_setting').set({ is_demo: false }).execute()
    const before = await setting()
    for (const command of [tomorrow, 'real' as const])
      expect(await setClock(database, command)).toEqual({
        refused: 'This is not the database of a demo: its time is real and is not moved.',
      })
    expect(await setting()).toEqual(before)
  })

  test('着いて、途中の仕事が済むまで待ち、どこまで来たかを伝える', async () => {
    const moved = await setClock(database, tomorrow)
    if ('refused' in moved) throw new Error(moved.refused)
    await noteWorker(database)
    const { run } = createDueWork({
      database,
      tasks: [],
      refreshClock: async () => undefined,
      isMovable: true,
      log: createLog('silent'),
      hoursARound: 6,
    })
    const counts: number[] = []
    let waits = 0
    const end = await followWalk({
      read: () => readWalk(database),
      to: moved.to,
      report: (_, percent) => counts.push(percent),
      // A quarter of the way at every eighth look.
      wait: async () => void ((waits += 1) % 8 === 0 && (await run())),
    })
    expect(end).toBe('there')
    // By the hour the clock has reached on its way.
    expect(counts.map((percent) => Math.round(percent / 25))).toEqual([1, 2, 3])
    expect((await readWalk(database)).isMoving).toBe(false)
  })

  test('働き手がいなければ、待たずにそう伝える', async () => {
    const moved = await setClock(database, tomorrow)
    if ('refused' in moved) throw new Error(moved.refused)
    const walking = { read: () => readWalk(database), to: moved.to, report: () => undefined }
    expect(await followWalk(walking)).toBe('nobody walks')
  })
})

describe('働き手がいるかどうかは', () => {
  const check = () => checkWorker(database, realClock)()

  test('45秒より前から知らせがなければ、いないとみる', async () => {
    expect(await check()).toBe(false)
    await noteWorker(database)
    expect(await check()).toBe(true)
    const seenAgo = (seconds: number) =>
      database.pool.query(
        `update clock_setting set worker_seen_at = clock_timestamp() - make_interval(secs => $1)`,
        [seconds],
      )
    await seenAgo(40)
    expect(await check()).toBe(true)
    await seenAgo(46)
    expect(await check()).toBe(false)
  })

  test('いても、2時間前の仕事が済んでいなければ、働いていないとみる', async () => {
    await noteWorker(database)
    const worked_until = Temporal.Now.instant().subtract({ hours: 2, seconds: 1 })
    await database.db.updateTable('clock_setting').set({ worked_until }).execute()
    expect(await check()).toBe(false)
  })
})
