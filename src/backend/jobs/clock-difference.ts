import { sql } from 'kysely'
import { realClock, type Clock } from '#backend/clock.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'

/** A machine that is further away moves the business: what is due tomorrow would be done today. */
const MOST_SECONDS = 60

/** How far this machine's clock is ahead of the database's, in seconds; the demo's moved time has no part in it. */
export async function clockDifferenceSeconds(
  { db }: Pick<DatabaseHandle, 'db'>,
  machine: Clock = realClock,
): Promise<number> {
  const asked = machine.now().epochMilliseconds
  const { rows } = await sql<{ now: Temporal.Instant }>`select clock_timestamp() as now`.execute(db)
  const atMachine = machine.now().epochMilliseconds
  const theirs = rows[0]?.now.epochMilliseconds ?? asked
  // Some time between the question and the answer.
  if (theirs >= asked && theirs <= atMachine) return 0
  return ((theirs < asked ? asked : atMachine) - theirs) / 1000
}

/** Two machines cannot tell which of them is right; the database is the one that all share. */
export class WrongClock extends Error {}

/** @throws WrongClock where the clocks differ by more than a minute, either way. */
export async function refuseWrongClock(database: Pick<DatabaseHandle, 'db'>, machine?: Clock) {
  const seconds = await clockDifferenceSeconds(database, machine)
  if (Math.abs(seconds) <= MOST_SECONDS) return
  const way = seconds > 0 ? 'ahead of' : 'behind'
  throw new WrongClock(
    `This machine's clock is ${Math.abs(Math.round(seconds))} s ${way} the database's: nothing is done by it until they agree (docs/operations.md).`,
  )
}
