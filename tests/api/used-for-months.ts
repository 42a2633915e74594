import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { rollMonthOver } from '#backend/data/commands/roll-month-over.ts'
import { importUsage } from '#backend/data/commands/import-usage.ts'
import { feedOf, hourOf } from './usage-feed.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import type { Harness } from './harness.ts'
import { makeMember } from './members.ts'

/** Hours of use that arrive, and what the worker makes of them and of the calendar. */
export function createUse(harness: Harness) {
  async function take(lineRef: string, hours: readonly (readonly [string, number])[], at: Instant) {
    await harness.database.db.deleteFrom('import_cursor').execute()
    const records = hours.map(([from, volume]) => hourOf(lineRef, from, volume))
    const carrier = feedOf(harness.services.carrier, records)
    await importUsage({ ...harness.services, carrier }, at)
  }

  async function charge(at: Instant) {
    await rollMonthOver(harness.services, at)
    await lookAtCalendar(harness.services, at)
    await chargeQueued(harness.services, at)
  }

  /** A member with so many months of use on the 10th of each: more than a base every third month, so that something is uncovered. */
  async function makeUser({ from, months }: { from: string; months: number }) {
    const member = await makeMember(harness, { loginId: 'old-hand', startedOn: `${from}-01` })
    const lineId = member.lineIds[0] ?? ''
    const lineRef = `ref-${lineId}`
    for (let n = 0; n < months; n += 1) {
      const month = Temporal.PlainYearMonth.from(from).add({ months: n }).toString()
      await charge(instant(`${month}-01T00:00:00+09:00`))
      const at = instant(`${month}-10T13:00:00+09:00`)
      const hours = [
        [`${month}-10T11`, 100],
        [`${month}-10T12`, n % 3 === 2 ? 7000 : 1000 + n],
      ] as const
      await take(lineRef, hours, at)
      await charge(at)
    }
    return { member, lineId, lineRef }
  }

  return { take, charge, makeUser }
}
