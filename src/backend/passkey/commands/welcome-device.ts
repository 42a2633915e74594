import type { Db } from '#backend/db/connect.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import { browserOfSession, makeDeviceKnown } from '#backend/login/devices.ts'
import { notifyMember, type StepDeps } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { deviceProvedMessage } from '../messages.ts'

export type WelcomeDeps = StepDeps & {
  /** Lets go on what was ordered from a device and waits because it was new. */
  readonly releaseHolds: (
    tx: Db,
    of: { readonly accountId: string; readonly deviceHash: string },
    now: Instant,
  ) => Promise<void>
}

/**
 * After a strong proof: the session's device is known at once, what was ordered from it goes on, and every contact is written to.
 * Nothing happens on a device that was known.
 */
export async function welcomeDevice(
  tx: Db,
  deps: WelcomeDeps,
  of: {
    readonly accountId: string
    readonly sessionHash: string
    readonly by: 'passkey' | 'identity'
    readonly now: Instant
  },
): Promise<void> {
  const { accountId, sessionHash, by, now } = of
  const { deviceHash, userAgent } = await browserOfSession(tx, sessionHash)
  if (deviceHash === null) return
  if (!(await makeDeviceKnown(tx, { accountId, deviceHash }, now))) return
  await deps.releaseHolds(tx, { accountId, deviceHash }, now)
  const device = deviceWords(userAgent)
  await notifyMember(tx, deps, deviceProvedMessage({ accountId, sessionHash, device, by }), now)
}
