import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { columnsOf, deleteRows, findRow } from '#backend/db/rows.ts'
import { endPushes } from '#backend/push/subscriptions.ts'
import type { Instant } from '#domain/tokyo.ts'

/**
 * Ends sessions of an account on the server: their cookies are worth nothing from here on, and their browsers are told
 * nothing any more. Their next login asks for the password, also where the provider would let them in without (`isShutOut`).
 * @param only these; all of the account, if not given
 * @returns how many were open
 */
export async function closeSessions(
  tx: Db,
  accountId: string,
  now: Instant,
  only?: readonly string[],
): Promise<number> {
  const closed = await tx
    .updateTable('session')
    .set({ ended_at: now, is_shut_out: true })
    .where('account_id', '=', accountId)
    .$if(only !== undefined, (query) => query.where('session_hash', '=', sql<string>`any(${only})`))
    .where('ended_at', 'is', null)
    .returning('device_hash')
    .execute()
  const devices = closed.flatMap(({ device_hash: hash }) => hash ?? [])
  await endPushes(tx, accountId, only === undefined ? 'all' : { only: devices })
  return closed.length
}

/** Ends every session of the device that a session was opened on; the device is new to the account again. */
export async function closeDevice(
  tx: Db,
  { accountId, sessionHash }: { accountId: string; sessionHash: string },
  now: Instant,
): Promise<void> {
  const session = await findRow(tx, 'session', { session_hash: sessionHash }, 'device_hash')
  await closeSessions(tx, accountId, now, [sessionHash])
  if (session?.device_hash != null)
    await closeBrowser(tx, { accountId, deviceHash: session.device_hash }, now)
}

/**
 * Ends every session of a browser; it is new to the account again.
 * @param own a session that goes on, where somebody in that browser asks for it
 * @returns how many were open
 */
export async function closeBrowser(
  tx: Db,
  of: { readonly accountId: string; readonly deviceHash: string; readonly own?: string },
  now: Instant,
): Promise<number> {
  const { accountId, deviceHash, own } = of
  const open = await columnsOf(tx, 'session', ['session_hash'], {
    account_id: accountId,
    device_hash: deviceHash,
    ended_at: null,
  })
  const others = open.map(({ session_hash: hash }) => hash).filter((hash) => hash !== own)
  await deleteRows(tx, 'device', { account_id: accountId, device_hash: deviceHash })
  return others.length === 0 ? 0 : closeSessions(tx, accountId, now, others)
}
