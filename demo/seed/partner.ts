import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { addConsent, consentTextOn, linkedTo } from '#backend/partner/public.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { partnerIdOf } from './demo-members.ts'

/** 鈴木 has been linked with the points partner for two months; whoever else logs in there as 鈴木 meets the conflict. */
export async function seedSuzukiPartner(tx: Db, sealing: Sealing, accountId: string, now: Instant) {
  const at = now.subtract({ hours: 24 * 60 })
  const textVersion = consentTextOn(toTokyoDate(at)).version
  await addConsent(tx, { accountId, sequence: 1, agreed: true, textVersion }, at)
  const partnerId = partnerIdOf('suzuki')
  await insertLink(tx, sealing, { accountId, partnerId, now: at })
}

/** A link as the partner's login would have left it. */
export async function insertLink(tx: Db, sealing: Sealing, of: Parameters<typeof linkedTo>[1]) {
  await tx
    .insertInto('partner_link')
    .values({
      account_id: of.accountId,
      status: 'linked',
      ...linkedTo(sealing, of),
      back_path: null,
      changed_at: of.now,
    })
    .execute()
}
