import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { mendAddress } from '#backend/mail/failing-addresses.ts'
import { readCheckToken } from '#backend/mail/mail-links.ts'
import { recordNote } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'

/**
 * The member has opened the mail that tries the address. A second press changes nothing.
 * @throws RefusalError NOT_FOUND for a link that is none of ours, or too old
 */
export async function confirmMail(
  tx: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  token: string,
  now: Instant,
): Promise<void> {
  const link = readCheckToken(sealing, token, now)
  const isMended = await mendAddress(tx, link, now)
  if (!isMended) return
  const { accountId } = link
  const who = { actor: 'member' as const, accountId, now }
  await recordNote(tx, who, { action: 'mail-address-confirmed', target: accountId })
}
