import { finalBillNotice, finalBillOf, unpaidYen } from '#backend/billing/public.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import { endsWith } from '#backend/contract/ends-with.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import { monthlyChange, monthlyUse, withoutLines } from '#backend/contract/monthly-use.ts'
import { findActiveOptions } from '#backend/contract/options.ts'
import { remainingInstalmentsYen } from '#backend/contract/terminals.ts'
import { totalsOf, toWireTotals } from '#backend/contract/totals.ts'
import type { Db } from '#backend/db/connect.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { blockedMeanwhile } from '#backend/procedure/blocked-meanwhile.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'

/** The costs and consequences of taking the number along. No offer to stay is made here (spec 8). */
export async function estimatePortOut(
  db: Db,
  { sealing, book }: Pick<ProcedureDeps, 'sealing' | 'book'>,
  known: LoadedContract,
  line: LineRow,
  now: Instant,
) {
  const { contract_id: contractId } = known.contract
  const today = toTokyoDate(now)
  const use = monthlyUse(known, await findActiveOptions(db, known, now))
  const left = withoutLines(use, [line.line_id])
  const scope = left.lines.length === 0 ? ('contract' as const) : ('line' as const)
  const fee = totalsOf([oneOffCharge('oneOff.portOutWeb', today, book)], today, book)
  const estimate = {
    operation: 'portOut' as const,
    lines: [toLineName(line, sealing)],
    changes: [
      { label: 'この回線', before: 'ご利用中', after: '転出が完了した時点で終了' },
      { label: '電話番号', before: '当社でご利用中', after: '移転先の事業者でご利用' },
    ],
    effectiveOn: today,
    oneOff: fee,
    ...monthlyChange(use, left, today, book),
    interruption: {
      expected: true,
      message:
        '移転先で開通するまで、いまのままお使いいただけます。開通すると、この回線は使えなくなります。',
    },
    blockedMeanwhile: blockedMeanwhile('mnpNumberLive', 'line'),
    notices: noticesOf(line, now),
    feeYen: fee.totalYen,
    isUnpaid: known.facts.unpaid,
    unpaidYen: await unpaidYen(db, contractId),
    remainingInstalmentsYen: await remainingInstalmentsYen(db, contractId, now),
    // As if it were ported today: the whole month is charged, without the fees per number, which has left by the month's end.
    finalBill: toWireTotals(await finalBillOf(db, contractId, [line.line_id], today, book)),
    consequences: [
      ...consequencesOf(scope),
      ...(await endsWith(db, { ...known, lines: [line], scope })),
    ],
    validDays: ruleValue('mnpValidDays', today),
  }
  return { ...estimate, conditions: conditionsOf(estimate, { lineId: line.line_id }) }
}

function noticesOf({ ends_on: endsOn }: LineRow, now: Instant): string[] {
  const { expiresOn, renewableOn } = mnpValidity(toTokyoDate(now))
  return [
    `MNP予約番号は、発行の日を含めて15日間（${formatDay(expiresOn)}まで）使えます。取り消しはできません。`,
    `期限までに使われないときは失効し、この回線はそのままお使いいただけます。新しい番号は${formatDay(renewableOn)}から発行できます。`,
    ...(endsOn === null
      ? []
      : [
          `解約を予約しています。最終利用日の${formatDay(endsOn)}までに転出を済ませてください。過ぎると回線が終了し、番号は使えなくなります。`,
        ]),
    finalBillNotice,
    '移転先での手続きには、予約番号のほかに本人確認書類などが必要です。',
  ]
}

function consequencesOf(scope: 'contract' | 'line'): string[] {
  return [
    '転出が完了すると、この回線は終了します。解約のお手続きはいりません。',
    '転出した月の料金は、日割りせず1か月分がかかります。',
    scope === 'contract'
      ? 'ご契約は終了します。データの残り、オプションもなくなります。請求の内容は引き続きご覧いただけます。'
      : 'ほかの回線は、そのままお使いいただけます。',
    '端末の分割払いが残っているときは、転出のあとも支払いが続きます。',
  ]
}
