import {
  INITIAL_FEE_KEY,
  laterInstalmentsYen,
  owedAfterInitialCancel,
} from '#backend/billing/public.ts'
import { endsWith } from '#backend/contract/ends-with.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import { toWireTotals } from '#backend/contract/totals.ts'
import type { Db } from '#backend/db/connect.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { priceTaxIncluded, requireRate, type PriceBook } from '#domain/catalogue/price-book.ts'
import { monthOf, toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'

/** About payments that exceed what is owed (billing.md 18). */
export const paidTooMuchBack =
  'お支払い済みの料金がこれより多いときは、差額を、お支払いいただいた方法でお返しします。最後の請求が決まってからになります。'

/** Each bill cuts its own yen (billing.md 1–3): two that are set off against each other may differ from the one sum by one. */
const cutByBill =
  '消費税は請求ごとに計算して1円未満を切り捨てるため、先の請求からお返しを差し引いた額は、上の額と1円違うことがあります。'

export async function initialCancelConsequences(
  db: Db,
  { contract, lines }: LoadedContract,
  today: TokyoDate,
  book: PriceBook,
): Promise<string[]> {
  const { contract_id: contractId, started_on: startedOn } = contract
  const laterYen = await laterInstalmentsYen(db, contractId, monthOf(today))
  const fee = formatYen(
    priceTaxIncluded(book, requireRate(book, INITIAL_FEE_KEY, today), today) / 10,
  )
  return [
    'すべての回線の電話番号が使えなくなります。番号を残すには、先にMNP転出を済ませてください。発行済みのMNP予約番号も使えなくなります。',
    'お申し出のあと、通信と通話はすぐに使えなくなります。取り消しはできません。',
    ...(await endsWith(db, { contract, lines, scope: 'contract' })),
    `違約金はかかりません。お支払いは、ご契約全体で${fee}（税込）の手数料と、ご利用になった通話料・SMSの料金・データチャージだけです。月額料金はかかりません。`,
    paidTooMuchBack,
    ...(startedOn !== null && monthOf(startedOn) < monthOf(today) ? [cutByBill] : []),
    laterYen === 0
      ? '端末の購入は取り消されません。分割払いの残りはお支払いいただきます。'
      : `端末の購入は取り消されません。お支払いいただく金額には、端末の分割払いを今月の分まで含みます。来月からの${formatYen(laterYen)}は、契約が終わったあとも毎月お支払いいただきます。`,
  ]
}

/** What is owed after an initial cancellation of today (billing.md 18), and what 確認 binds the member to. */
export async function owedIfCancelled(
  db: Db,
  { contract }: LoadedContract,
  book: PriceBook,
  now: Instant,
) {
  const today = toTokyoDate(now)
  const owed = toWireTotals(await owedAfterInitialCancel(db, contract, today, book))
  const said = { operation: 'initialCancel', effectiveOn: today, changes: [], oneOff: owed }
  const conditions = conditionsOf({ ...said, monthlyBefore: null, monthlyAfter: null }, null)
  return { owed, conditions }
}
