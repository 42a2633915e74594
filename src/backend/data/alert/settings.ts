import type { Caller } from '#backend/caller.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readMaskedAddress } from '#backend/mail/masked-address.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { whoOf } from '#backend/contract/who.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Threshold } from '#domain/data/alert.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { alertApi } from '#protocol/alert.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import { defaultSettings } from './default-settings.ts'
import { noteNewSettings } from './due.ts'

const SENT_SHOWN = 20

export async function readAlertSettings(
  db: Db,
  sealing: Sealing,
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
  const { channel, thresholds, usedUp } = own ?? defaultSettings
  return {
    channel,
    thresholds: [...thresholds],
    usedUp,
    mailTo: await readMaskedAddress(db, sealing, accountId),
    sent: sent.map(({ raised_at, ...notice }) => ({ at: formatRfc3339(raised_at), ...notice })),
  }
}

/** Replaces the settings as a whole. */
export async function changeAlertSettings(
  commit: Commit,
  caller: Caller,
  settings: Input<typeof alertApi.highSpeedResidualNotificationPut>['body'],
): Promise<Answer<typeof alertApi.highSpeedResidualNotificationPut>> {
  checkThresholds(settings.thresholds)
  const { db: tx, now } = caller
  const who = whoOf(caller)
  const { contractId } = who
  await lockContract(tx, contractId)
  const row = {
    channel: settings.channel,
    thresholds: JSON.stringify(settings.thresholds),
    changed_at: now,
    ...(settings.usedUp !== undefined && { used_up: settings.usedUp }),
  }
  await tx
    .insertInto('alert_setting')
    .values({ contract_id: contractId, ...row })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(row))
    .execute()
  await noteNewSettings(tx, contractId)
  await commit.change(tx, who, {
    action: 'alert-settings-changed',
    target: contractId,
    details: settings,
  })
  return settings
}

/** @throws RefusalError VALIDATION_FAILED with a sentence beside each threshold that is wrong. */
function checkThresholds(thresholds: readonly Threshold[]) {
  const fields: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [index, { unit, value }] of thresholds.entries()) {
    const name = `thresholds.${index}.value`
    if (unit === 'usedPercent' && value > 100)
      fields[name] = ['使った割合は、1〜100（%）で入力してください。']
    else if (seen.has(`${unit}/${value}`))
      fields[name] = ['同じ条件が2つあります。片方を消すか、値を変えてください。']
    seen.add(`${unit}/${value}`)
  }
  if (Object.keys(fields).length > 0) throw new RefusalError({ code: 'VALIDATION_FAILED', fields })
}
