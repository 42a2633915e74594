import { expect, onTestFinished, test, describe } from 'vitest'
import { createDueWork, type ScheduledTask } from '#backend/jobs/due-work.ts'
import { useHarness } from '../use-harness.ts'

const harness = await useHarness()

describe('仕事の最中にデータベースが落ちた時刻は', () => {
  test('済んだことにせず、もう一度はじめから行う。ほかの失敗は、ほかの仕事を止めない', async () => {
    await harness.database.db.updateTable('clock_setting').set({ worked_until: null }).execute()
    const ran: string[] = []
    const failures = [Object.assign(new Error('ended'), { code: '57P01' }), new Error('defect')]
    const task = (name: string, fails: boolean): ScheduledTask => ({
      name,
      every: 'hour',
      run: async () => {
        ran.push(name)
        const failure = fails ? failures.shift() : undefined
        if (failure) throw failure
      },
    })
    const { run } = createDueWork({
      database: harness.database,
      tasks: [task('first', true), task('second', false)],
      refreshClock: async () => undefined,
      isMovable: true,
      log: harness.services.log,
    })
    await expect(run()).rejects.toThrow('ended')
    expect([await run(), ran]).toEqual([1, ['first', 'first', 'second']])
    expect(await run()).toBe(0)
  })
})

describe('最初の巡回の前に時計が進められても', () => {
  test('進められた時刻までの毎時の仕事を、飛ばさずに行う', async () => {
    const { db } = harness.database
    const before = await db.selectFrom('clock_setting').selectAll().executeTakeFirstOrThrow()
    onTestFinished(async () => void (await db.updateTable('clock_setting').set(before).execute()))
    const { offset_ms } = before
    const target_offset_ms = offset_ms + 5 * 3_600_000
    await db.updateTable('clock_setting').set({ worked_until: null, target_offset_ms }).execute()
    const hours: Temporal.Instant[] = []
    const { run } = createDueWork({
      database: harness.database,
      tasks: [{ name: 'all', every: 'hour', run: async (now) => void hours.push(now) }],
      refreshClock: async () => undefined,
      isMovable: true,
      log: harness.services.log,
    })
    // The hour at which the clock stood, and the five that passed.
    expect(await run()).toBe(6)
    const lengths = hours.slice(1).map((hour, n) => hours[n]?.until(hour).toString())
    expect(lengths).toEqual(Array.from({ length: 5 }, () => 'PT3600S'))
  })

  test('一巡で歩ききれない先へ進めても、時計は1時間も飛ばさない', async () => {
    const { db } = harness.database
    const before = await db.selectFrom('clock_setting').selectAll().executeTakeFirstOrThrow()
    onTestFinished(async () => void (await db.updateTable('clock_setting').set(before).execute()))
    const target_offset_ms = before.offset_ms + 100 * 3_600_000
    await db.updateTable('clock_setting').set({ worked_until: null, target_offset_ms }).execute()
    const hours: Temporal.Instant[] = []
    const behind: number[] = []
    const { run } = createDueWork({
      database: harness.database,
      tasks: [
        {
          name: 'all',
          every: 'hour',
          run: async (at) => {
            hours.push(at)
            const { offset_ms } = await db
              .selectFrom('clock_setting')
              .select('offset_ms')
              .executeTakeFirstOrThrow()
            const clock = Temporal.Now.instant().add({ milliseconds: offset_ms })
            behind.push(Math.floor(at.until(clock).total('hours')))
          },
        },
      ],
      refreshClock: async () => undefined,
      isMovable: true,
      log: harness.services.log,
      hoursARound: 24,
    })
    const rounds: number[] = []
    while ((rounds.at(-1) ?? 1) > 0) rounds.push(await run())
    expect(rounds).toEqual([24, 24, 24, 24, 5, 0])
    expect(new Set(hours.slice(1).map((hour, n) => hours[n]?.until(hour).toString()))).toEqual(
      new Set(['PT3600S']),
    )
    expect(new Set(behind)).toEqual(new Set([0]))
    expect(
      await db.selectFrom('clock_setting').selectAll().executeTakeFirstOrThrow(),
    ).toMatchObject({ offset_ms: target_offset_ms, target_offset_ms: null })
  })

  test('本番では、時計の設定がどうであっても、機械の時刻までの仕事だけをする', async () => {
    const { db } = harness.database
    const before = await db.selectFrom('clock_setting').selectAll().executeTakeFirstOrThrow()
    onTestFinished(async () => void (await db.updateTable('clock_setting').set(before).execute()))
    const hour = 3_600_000
    const now = Temporal.Now.instant()
    const thisHour = Math.floor(now.epochMilliseconds / hour) * hour
    await db
      .updateTable('clock_setting')
      .set({
        offset_ms: 50 * hour,
        target_offset_ms: 100 * hour,
        worked_until: Temporal.Instant.fromEpochMilliseconds(thisHour - 2 * hour),
      })
      .execute()
    const worked: number[] = []
    const { run } = createDueWork({
      database: harness.database,
      tasks: [
        { name: 'all', every: 'hour', run: async (at) => void worked.push(at.epochMilliseconds) },
      ],
      refreshClock: async () => undefined,
      isMovable: false,
      log: harness.services.log,
    })
    await run()
    expect(worked.slice(0, 2)).toEqual([thisHour - hour, thisHour])
    expect(worked.length).toBeLessThan(4)
    expect(
      await db.selectFrom('clock_setting').selectAll().executeTakeFirstOrThrow(),
    ).toMatchObject({
      offset_ms: 50 * hour,
      target_offset_ms: 100 * hour,
    })
  })
})
