import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'

const profile = z.object({ email: z.string() })

/** Where mail to the account goes, as it may be shown. */
export async function readMaskedAddress(db: Db, sealing: Sealing, accountId: string) {
  const account = await db
    .selectFrom('account')
    .select('profile_sealed')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const opened = sealing.open(`account.profile:${accountId}`, account.profile_sealed)
  return maskAddress(profile.parse(JSON.parse(opened)).email)
}

/** `s***@example.jp` */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`
}
