import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf } from '#backend/db/rows.ts'
import { hashSecret, newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { PushTarget } from '#backend/ports/push.ts'
import type { PushChoice } from '#domain/notice/push.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pushAad } from './aad.ts'

const target = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

/** Not bound to the account: one address belongs to one account at a time. */
const endpointHash = (endpoint: string) => hashSecret(`push\0${endpoint}`)

export const openTarget = (
  sealing: Sealing,
  row: { readonly subscription_id: string; readonly target_sealed: string },
): PushTarget =>
  target.parse(JSON.parse(sealing.open(pushAad.target(row.subscription_id), row.target_sealed)))

const columnsOf = ({ kinds, withDetails, quiet }: PushChoice) => ({
  kinds: [...kinds],
  with_details: withDetails,
  quiet_from: quiet?.from ?? null,
  quiet_until: quiet?.until ?? null,
})

type Device = {
  readonly accountId: string
  /** The browser that asks. */
  readonly deviceHash: string
  /** 「iPhone（Safari）」 */
  readonly device: string
}

/**
 * Notes a browser's address, new or in place of its former one.
 * @returns whether the browser had none before; undefined where the address is another account's, or another browser's
 */
export async function writeSubscription(
  tx: Db,
  sealing: Sealing,
  { accountId, deviceHash, device }: Device,
  { target: to, choice, now }: { target: PushTarget; choice: PushChoice; now: Instant },
): Promise<{ readonly subscriptionId: string; readonly isNew: boolean } | undefined> {
  const own = await tx
    .selectFrom('push_subscription')
    .select('subscription_id')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', deviceHash)
    .forUpdate()
    .executeTakeFirst()
  const subscriptionId = own?.subscription_id ?? newId('psh')
  const values = {
    endpoint_hash: endpointHash(to.endpoint),
    target_sealed: sealing.seal(pushAad.target(subscriptionId), JSON.stringify(to)),
    service: new URL(to.endpoint).hostname,
    device,
    ...columnsOf(choice),
    changed_at: now,
  }
  const taken = await tx
    .selectFrom('push_subscription')
    .select('subscription_id')
    .where('endpoint_hash', '=', values.endpoint_hash)
    .where('subscription_id', '!=', subscriptionId)
    .executeTakeFirst()
  if (taken !== undefined) return undefined
  const key = { account_id: accountId, subscription_id: subscriptionId }
  const written = await tx
    .insertInto('push_subscription')
    .values({ ...key, device_hash: deviceHash, ...values, added_at: now, delivered_at: null })
    .onConflict((conflict) => conflict.columns(['account_id', 'device_hash']).doUpdateSet(values))
    .returning('subscription_id')
    .executeTakeFirstOrThrow()
  return { subscriptionId: written.subscription_id, isNew: own === undefined }
}

/** @returns whether the account has such a device */
export async function writeChoice(
  tx: Db,
  key: { readonly accountId: string; readonly subscriptionId: string },
  choice: PushChoice,
  now: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('push_subscription')
    .set({ ...columnsOf(choice), changed_at: now })
    .where('account_id', '=', key.accountId)
    .where('subscription_id', '=', key.subscriptionId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The account's devices, the newest first. */
export const readSubscriptions = (db: Db, accountId: string) =>
  rowsOf(db, 'push_subscription', { account_id: accountId }, 'added_at desc', 'subscription_id')

/** @returns whether there was one */
export async function deleteSubscription(
  tx: Db,
  key: { readonly accountId: string; readonly subscriptionId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_subscription')
    .where('account_id', '=', key.accountId)
    .where('subscription_id', '=', key.subscriptionId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Forgets a device whose address is gone, unless it has another one by now. @returns whether it was forgotten */
export async function deleteGone(
  db: Db,
  tried: {
    readonly account_id: string
    readonly subscription_id: string
    readonly target_sealed: string
  },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscription')
    .where('account_id', '=', tried.account_id)
    .where('subscription_id', '=', tried.subscription_id)
    .where('target_sealed', '=', tried.target_sealed)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * From here on these browsers of an account are told nothing: whoever has one in the hand is logged out of it.
 * @param which these browsers, all but one, or all
 */
export async function endPushes(
  tx: Db,
  accountId: string,
  which: { readonly only: readonly string[] } | { readonly except: string } | 'all',
): Promise<void> {
  const own = tx.deleteFrom('push_subscription').where('account_id', '=', accountId)
  if (which === 'all') await own.execute()
  else if ('except' in which) await own.where('device_hash', '!=', which.except).execute()
  else await own.where('device_hash', '=', sql<string>`any(${which.only})`).execute()
}
