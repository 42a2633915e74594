import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readProfile } from '#backend/holder.ts'
import { readFailingAddress } from '#backend/mail/failing-addresses.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import type { Instant } from '#domain/tokyo.ts'

/**
 * The registered phone, where it is to prove a change of the mail address in place of the old one: mail fails to reach
 * that, and the phone takes codes. A complaint of spam has reached it.
 */
export async function phoneInsteadOf(
  db: Db,
  sealing: Sealing,
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<string | undefined> {
  const failing = await readFailingAddress(db, accountId, now)
  if (failing === undefined || failing.kind === 'complaint') return undefined
  const { phone } = await readProfile(db, sealing, accountId)
  return takesTextMessages(phone) ? phone : undefined
}
