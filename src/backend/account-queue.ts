import { isDatabaseOutage, isLockWait } from '#backend/db/outage.ts'
import { RefusalError } from '#backend/refusal.ts'
import { waitAtMost } from '#backend/time-limit.ts'

/** A hundred changes of a large contract take some seconds, on a busy machine a third of it. */
const WAIT_MS = 30_000

export type AccountQueue = ReturnType<typeof createAccountQueue>

/**
 * Lets the changes of one account run one after the other within this process, before each takes a connection. Each would wait for
 * the contract's lock anyway; waiting there, ten of one member's changes would hold all connections, and the eleventh
 * and everybody else would be refused (quality R3). When the database is away, those in line are refused at once.
 */
export function createAccountQueue(waitMs = WAIT_MS) {
  /** The end of each line: what the last one failed of, if the database was away. */
  const lines = new Map<string, Promise<unknown>>()

  async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = lines.get(key)
    const { promise: ended, resolve: end } = Promise.withResolvers<unknown>()
    const mine = Promise.all([before, ended]).then(([, outage]) => outage)
    lines.set(key, mine)
    void mine.then(() => lines.get(key) === mine && lines.delete(key))
    let outage: unknown
    try {
      if (before !== undefined) {
        outage = await waitAtMost(waitMs, before, () => new RefusalError('UNAVAILABLE'))
        if (outage !== undefined) throw outage
      }
      return await work()
    } catch (error) {
      if (isDatabaseOutage(error) && !isLockWait(error)) {
        outage = error
        lines.delete(key)
      }
      throw error
    } finally {
      end(outage)
    }
  }

  return { run }
}
