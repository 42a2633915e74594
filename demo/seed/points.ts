import type { Db } from '#backend/db/connect.ts'
import { earners, partnerAad, ungrantedPoints } from '#backend/point/public.ts'
import { grantMoment } from '#domain/point/points.ts'
import { addMonths, formatRfc3339, isBefore, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { partnerIdOf } from './demo-members.ts'
import { setUpPoints } from './past-set-up.ts'
import type { Services } from '#server/services.ts'

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
      await tx
        .insertInto('point_grant')
        .values({
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
        .execute()
      await setUpPoints(config, { orderId, memberId, kind: 'grant', points, at: formatRfc3339(at) })
    }
  }
}
