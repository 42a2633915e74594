import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { touchedPackCharges, trafficCharges } from '#backend/contract/final-bill.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import type { Db } from '#backend/db/connect.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import { formatYen } from '#backend/volume-words.ts'
import { chargeOf } from '#domain/billing/charge.ts'
import { price, priceTaxIncluded } from '#domain/catalogue/figure.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

const feeKey = 'oneOff.initialCancellation'

/**
 * What is owed after an initial cancellation: one fee for the whole contract if a SIM was issued, the calls and messages
 * made, and the packs of which something was used; no monthly fee and no penalty (電気通信事業法施行規則 第22条の2の9).
 */
export async function owedAfterInitialCancel(
  db: Db,
  contract: ContractRow,
  lines: readonly LineRow[],
  today: TokyoDate,
) {
  const { contract_id: contractId, started_on: startedOn } = contract
  const isIssued = servedLines(lines).length > 0
  const charges = [
    ...(isIssued ? [chargeOf('oneOff', price(feeKey, today))] : []),
    ...(await touchedPackCharges(db, contractId)),
    ...(startedOn === null ? [] : await trafficCharges(db, contractId, startedOn, today)),
  ]
  return totalsOf(charges, today)
}

export function initialCancelConsequences(today: TokyoDate): string[] {
  const fee = formatYen(priceTaxIncluded(price(feeKey, today), today) / 10)
  return [
    'すべての回線の電話番号が使えなくなります。番号を残すには、先にMNP転出を済ませてください。発行済みのMNP予約番号も使えなくなります。',
    'お申し出のあと、通信と通話はすぐに使えなくなります。取り消しはできません。',
    `違約金はかかりません。お支払いは、ご契約全体で${fee}（税込）の手数料と、ご利用になった通話料・SMSの料金・データチャージだけです。月額料金はかかりません。`,
    '端末の購入は取り消されません。分割払いの残りはお支払いいただきます。',
  ]
}

export function initialConditions(owed: ReturnType<typeof totalsOf>, today: TokyoDate): string {
  const said = { operation: 'initialCancel', effectiveOn: today, changes: [], oneOff: owed }
  return conditionsOf({ ...said, monthlyBefore: null, monthlyAfter: null }, null)
}
