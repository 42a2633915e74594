import type { Db } from '#backend/db/connect.ts'
import type { PushPort } from '#backend/ports/push.ts'
import { readPushChoice } from '#backend/push/choice.ts'
import { readSubscriptions } from '#backend/push/subscriptions.ts'
import { isAlwaysPushed, usualPushChoice } from '#domain/notice/push.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { pushApi } from '#protocol/push.ts'
import { noticeKinds } from '#vocabulary/notice.ts'

/** The devices that are told, what each is told of, and what else was chosen. */
export async function readPushes(
  db: Db,
  { push }: { readonly push: Pick<PushPort, 'publicKey'> | undefined },
  {
    accountId,
    deviceHash,
  }: { readonly accountId: string; readonly deviceHash: string | undefined },
): Promise<Answer<typeof pushApi.pushGet>> {
  const [rows, { mailUnlessRead, isDeclined }] = await Promise.all([
    readSubscriptions(db, accountId),
    readPushChoice(db, accountId),
  ])
  const { kinds, quiet } = usualPushChoice
  return {
    ...(push !== undefined && { publicKey: push.publicKey }),
    devices: rows.map((row) => ({
      deviceId: row.subscription_id,
      device: row.device,
      current: row.device_hash === deviceHash,
      kinds: noticeKinds.filter((kind) => row.kinds.includes(kind)),
      withDetails: row.with_details,
      ...(row.quiet_from !== null && { quietFrom: row.quiet_from }),
      ...(row.quiet_until !== null && { quietUntil: row.quiet_until }),
      addedAt: formatRfc3339(row.added_at),
      ...(row.delivered_at !== null && { deliveredAt: formatRfc3339(row.delivered_at) }),
    })),
    usual: { kinds: [...kinds], quietFrom: quiet.from, quietUntil: quiet.until },
    always: noticeKinds.filter(isAlwaysPushed),
    mailUnlessRead,
    declined: isDeclined,
  }
}
