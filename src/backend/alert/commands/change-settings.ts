import { lockContract } from '#backend/contract/contracts.ts'
import type { Who } from '#backend/contract/who.ts'
import { queueForNewSettings } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { upsertRow } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordChange, type StepDeps } from '#backend/step/record-change.ts'
import { defaultAlertSettings, type Threshold } from '#domain/data/alert.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { alertApi } from '#protocol/alert.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'

/** Replaces the settings as a whole. */
export async function changeAlertSettings(
  tx: Db,
  deps: StepDeps,
  who: Who,
  settings: Input<typeof alertApi.highSpeedResidualNotificationPut>['body'],
): Promise<Answer<typeof alertApi.highSpeedResidualNotificationPut>> {
  checkThresholds(settings.thresholds)
  const { contractId, now } = who
  await lockContract(tx, contractId)
  const row = {
    channel: settings.channel,
    thresholds: JSON.stringify(settings.thresholds),
    changed_at: now,
    ...(settings.usedUp !== undefined && { used_up: settings.usedUp }),
  }
  await upsertRow(tx, 'alert_setting', { contract_id: contractId }, row)
  await queueForNewSettings(tx, contractId)
  await recordChange(tx, deps, who, {
    action: 'alert-settings-changed',
    target: contractId,
    details: settings,
  })
  return settings
}

/** By the link of a mail: no alerts of any contract of the account; its thresholds stay as they are. */
export async function stopAlerts(
  tx: Db,
  deps: StepDeps,
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<void> {
  const contracts = await tx
    .selectFrom('contract')
    .leftJoin('alert_setting', 'alert_setting.contract_id', 'contract.contract_id')
    .select(['contract.contract_id', 'thresholds', 'used_up'])
    .where('account_id', '=', accountId)
    .execute()
  for (const { contract_id: contractId, thresholds, used_up: usedUp } of contracts) {
    const before =
      thresholds === null || usedUp === null ? defaultAlertSettings : { thresholds, usedUp }
    const who = { actor: 'member' as const, accountId, contractId, now }
    await changeAlertSettings(tx, deps, who, {
      channel: 'none',
      thresholds: [...before.thresholds],
      usedUp: before.usedUp,
    })
  }
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
