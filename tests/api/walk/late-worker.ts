import type { Instant } from '#domain/tokyo.ts'
import { tasksOf } from '#server/worker.ts'
import type { Harness } from '../harness.ts'
import type { Step } from './steps.ts'

/** A month's first hours in which no worker runs, while members go on. */
export type Night = { acts: number; readonly worked: Instant; readonly until: Instant }

/** Everybody acts in them once, five minutes apart. */
const ACTS = 12

export function beginNight({ clock }: Harness, hours: number): Night {
  const worked = clock.now()
  const midnight = worked.add({ hours: 1 })
  clock.set(midnight.add({ minutes: 1 }).toString())
  return { acts: ACTS, worked, until: midnight.add({ hours, minutes: 10 }) }
}

export const atNight = (step: Step, { acts }: Night): Step => ({
  ...step,
  member: ACTS - acts,
  act: { do: 'procedure', name: step.atNight, beside: step.atNight, how: 'once' },
})

/** @returns whether the night goes on */
export async function passNight(harness: Harness, night: Night): Promise<boolean> {
  night.acts -= 1
  if (night.acts > 0) {
    harness.clock.set(harness.clock.now().add({ minutes: 5 }).toString())
    return true
  }
  harness.clock.set(night.until.toString())
  await catchUp(harness, night.worked)
  await harness.drain()
  return false
}

/** A worker that comes back works through every hour that was missed, in order, by a clock that has gone on. */
async function catchUp(harness: Harness, worked: Instant) {
  const now = harness.clock.now()
  for (
    let hour = worked.add({ hours: 1 });
    Temporal.Instant.compare(hour, now) <= 0;
    hour = hour.add({ hours: 1 })
  ) {
    const tokyo = hour.toZonedDateTimeISO('Asia/Tokyo')
    for (const task of tasksOf(harness.services, harness.drain)) {
      const isDue =
        task.every === 'hour' || (tokyo.hour === 0 && (task.every === 'day' || tokyo.day === 1))
      if (isDue) await task.run(hour)
    }
  }
}
