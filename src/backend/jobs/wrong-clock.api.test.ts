import { expect, test } from 'vitest'
import { useHarness } from '#tests/api/use-harness.ts'
import { createDueWork } from './due-work.ts'
import { clockDifferenceSeconds } from './clock-difference.ts'

const harness = await useHarness()
const { database, services } = harness

const machineOff = (seconds: number) => ({ now: () => Temporal.Now.instant().add({ seconds }) })

/** One round of a worker on a machine whose clock is so far off, and the hours it did. */
async function roundOn(seconds: number) {
  const began = Temporal.Instant.fromEpochMilliseconds(Date.now())
  await database.db
    .updateTable('clock_setting')
    .set({ worked_until: began.subtract({ hours: 3 }), offset_ms: 0, target_offset_ms: null })
    .execute()
  const done: string[] = []
  const work = createDueWork({
    database,
    tasks: [{ name: 'seen', every: 'hour', run: async (at) => void done.push(at.toString()) }],
    refreshClock: async () => undefined,
    isMovable: false,
    log: services.log,
    machine: machineOff(seconds),
  })
  const refused = await work.run().then(
    () => undefined,
    (error: unknown) => String(error),
  )
  const { worked_until } = await database.db
    .selectFrom('clock_setting')
    .select('worked_until')
    .executeTakeFirstOrThrow()
  const workedHours = worked_until?.until(began).total('hours')
  return { refused, done: done.length, workedHours }
}

test.each([
  ['26時間進んだ', 26 * 3600, 'ahead of'],
  ['8日進んだ', 8 * 86_400, 'ahead of'],
  ['2分遅れた', -120, 'behind'],
])('%s機械の働き手は、何もせずに断り、期日の仕事は1時間も進まない', async (_, seconds, way) => {
  const { refused, done, workedHours } = await roundOn(seconds)

  expect(refused).toContain(`s ${way} the database's: nothing is done by it until they agree`)
  expect([done, workedHours]).toEqual([0, 3])
})

test.each([0, 50, -50])('%i 秒の差なら、来た時刻までの仕事をする', async (seconds) => {
  const { refused, done } = await roundOn(seconds)
  expect(refused).toBeUndefined()
  expect(done).toBeGreaterThanOrEqual(2)
})

test('時計の差は、進みなら正、遅れなら負で言う', async () => {
  expect(await clockDifferenceSeconds(database)).toBeCloseTo(0, 0)
  expect(await clockDifferenceSeconds(database, machineOff(90))).toBeCloseTo(90, 0)
  expect(await clockDifferenceSeconds(database, machineOff(-90))).toBeCloseTo(-90, 0)
})
