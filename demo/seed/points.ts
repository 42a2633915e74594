import type { Db } from '#backend/db/connect.ts'
import { earners, partnerAad, ungrantedPoints } from '#backend/point/public.ts'
import { grantMoment } from '#domain/point/points.ts'
import {
  type Instant,
  addMonths,
  formatRfc3339,
  isBefore,
  toTokyoDate,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import { partnerIdOf } from './demo-members.ts'
import { setUpPoints } from './past-set-up.ts'
import type { Services } from '#server/services.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { insertRow } from '#backend/db/rows.ts'
import { addConsent, consentTextOn, linkedTo } from '#backend/partner/public.ts'

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
  await insertRow(tx, 'partner_link', {
    account_id: of.accountId,
    status: 'linked',
    ...linkedTo(sealing, of),
    back_path: null,
    changed_at: of.now,
  })
}

/** The points of the bills 鈴木 has paid since the link, granted on their day here and at the partner. */
export async function seedSuzukiPoints(
  { config, sealing }: Services,
  tx: Db,
  contractId: string,
  now: Instant,
) {
  const [earner] = await earners(tx, now, { contractId })
  if (earner === undefined) return
  const memberId = partnerIdOf('suzuki')
  for (
    let month = toTokyoMonth(earner.since);
    !isBefore(now, grantMoment(month));
    month = addMonths(month, 1)
  ) {
    const at = grantMoment(month)
    if (isBefore(at, earner.since)) continue
    for (const { month: of, billId, points } of await ungrantedPoints(tx, earner, at)) {
      const orderId = `points-${billId}`
      await insertRow(tx, 'point_grant', {
        contract_id: contractId,
        month: of,
        order_id: orderId,
        partner_id_sealed: sealing.seal(partnerAad(contractId), memberId),
        points,
        moved_points: points,
        state: 'ok',
        reason: null,
        asked_at: at,
        answered_at: at,
      })
      await setUpPoints(config, { orderId, memberId, kind: 'grant', points, at: formatRfc3339(at) })
    }
  }
}
