import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { Log } from '#backend/log.ts'

/**
 * The work on one of many: its failure is logged and holds up no other. An outage of the database is not its failure:
 * it is passed on, and the whole hour is done again.
 */
export async function isolated(
  log: Log,
  of: object,
  failure: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (err) {
    if (isDatabaseOutage(err)) throw err
    log.error({ err, ...of }, failure)
  }
}
