import type { LineRow } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { endsWith } from '#backend/contract/ends-with.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import { monthlyChange, monthlyUse, withoutLines } from '#backend/contract/monthly-use.ts'
import { findActiveOptions } from '#backend/contract/options.ts'
import { remainingInstalmentsYen } from '#backend/contract/terminals.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { blockedMeanwhile } from '#backend/procedure/blocked-meanwhile.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { handoverNumberLastDay, handoverTiming } from '#domain/handover/timing.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'

/** What handing over a line means for the giver, if the family member applied today. */
export async function loadEstimate(
  db: Db,
  { sealing, book }: { readonly sealing: Sealing; readonly book: PriceBook },
  known: LoadedContract,
  line: LineRow,
  now: Instant,
) {
  const today = toTokyoDate(now)
  const { lastDay, firstDay } = handoverTiming(now)
  const options = await findActiveOptions(db, known, now)
  const instalmentsYen = await remainingInstalmentsYen(db, known.contract.contract_id, now)
  const use = monthlyUse(known, options)
  const left = withoutLines(use, [line.line_id])
  const scope = left.lines.length === 0 ? ('contract' as const) : ('handover' as const)
  const fee = totalsOf([oneOffCharge('oneOff.handover', today, book)], today, book)
  const numberValidUntil = handoverNumberLastDay(now)
  const estimate = {
    operation: 'lineHandover' as const,
    lines: [toLineName(line, sealing)],
    changes: [
      { label: '回線の契約者', before: 'あなた', after: 'ご家族' },
      { label: '電話番号とSIM', before: 'いまのもの', after: '変わりません' },
    ],
    effectiveOn: lastDay,
    oneOff: fee,
    ...monthlyChange(use, left, lastDay, book),
    interruption: {
      expected: false,
      message: '切り替わるときも、通信と通話はそのまま使えます。',
    },
    undoWhile: '回線が切り替わるまで',
    blockedMeanwhile: blockedMeanwhile('handoverOpen', 'line'),
    notices: [
      `ご家族のお申し込みが済んだ月の終わりに切り替わります。今日お申し込みが済むと、${formatDay(firstDay)}の0時です。`,
      `譲渡番号は、発行の日を含めて${ruleValue('handoverDays', today)}日間（${formatDay(numberValidUntil)}まで）使えます。`,
      '切り替わるまでは、いつでも取りやめられます。',
      '受け取る方は、ご自身の名前でお申し込みと本人確認をします。すでにご契約中の方には、ゆずれません（ご契約はお一人につき1契約です）。',
    ],
  }
  return {
    ...estimate,
    feeYen: fee.totalYen,
    numberValidUntil,
    firstDay,
    remainingInstalmentsYen: instalmentsYen,
    consequences: [
      ...consequencesOf(scope, instalmentsYen),
      ...(await endsWith(db, { ...known, lines: [line], scope })),
    ],
    conditions: conditionsOf(estimate, { lineId: line.line_id }),
  }
}

function consequencesOf(scope: 'contract' | 'handover', instalmentsYen: number): string[] {
  return [
    '切り替わる日までの料金は、お客さまへのご請求です。最後の月の料金は日割りにならず、1か月分かかります。',
    'この回線のオプションは、切り替わる前の日に終わります。受け取る方は、選び直せます。',
    scope === 'contract'
      ? 'ゆずると、お客さまのご契約は終了します。残っているデータ量はなくなります。請求の内容は、引き続きマイページで確認できます。'
      : '残っているデータ量は、お客さまのご契約に残り、ほかの回線で使えます。',
    'ポイント、これまでの請求と通話の明細は、受け取る方には移りません。',
    ...(instalmentsYen > 0
      ? ['端末の分割払いは移りません。残りの回数は、引き続きお客さまへのご請求です。']
      : []),
  ]
}
