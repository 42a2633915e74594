import { isDatabaseOutage } from '#backend/db/outage.ts'

/**
 * Writes what a read leaves behind: when a session was last seen, when a calendar was last fetched. The answer is as
 * right without it, so reading goes on while the database takes no writes (quality R18). The write must not be part of
 * a transaction that the read needs: a failed statement ends it.
 * @returns whether it was written.
 */
export async function noteAside(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    return false
  }
}
