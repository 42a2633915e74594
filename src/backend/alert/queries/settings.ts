import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readMaskedAddress } from '#backend/mail/masked-address.ts'
import { defaultAlertSettings } from '#domain/data/alert.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { alertApi } from '#protocol/alert.ts'
import type { Answer } from '#protocol/endpoint.ts'

const SENT_SHOWN = 20

/** Whether the account gets no alerts, of any contract that it has now. */
export async function areAlertsStopped(db: Db, accountId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('contract')
    .leftJoin('alert_setting', 'alert_setting.contract_id', 'contract.contract_id')
    .select('channel')
    .where('account_id', '=', accountId)
    .execute()
  return rows.every(({ channel }) => channel === 'none')
}

export async function readAlertSettings(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  { accountId, contractId }: { accountId: string; contractId: string },
): Promise<Answer<typeof alertApi.highSpeedResidualNotificationGet>> {
  const own = await db
    .selectFrom('alert_setting')
    .select(['channel', 'thresholds', 'used_up as usedUp'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
  const sent = await db
    .selectFrom('alert_notice')
    .select(['raised_at', 'unit', 'value', 'message'])
    .where('contract_id', '=', contractId)
    .orderBy('raised_at', 'desc')
    .limit(SENT_SHOWN)
    .execute()
  const { channel, thresholds, usedUp } = own ?? defaultAlertSettings
  return {
    channel,
    thresholds: [...thresholds],
    usedUp,
    mailTo: await readMaskedAddress(db, sealing, accountId),
    sent: sent.map(({ raised_at, ...notice }) => ({ at: formatRfc3339(raised_at), ...notice })),
  }
}
