import { operationLabels, operationOfLine, type Operation } from '#vocabulary/operation.ts'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { finalBillNotice } from '#backend/billing/public.ts'
import { monthlyChange, monthlyUse, withoutLines } from '#backend/contract/monthly-use.ts'
import { totalsOf, toWireTotals } from '#backend/contract/totals.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { formatDay, formatUntil } from '#backend/mail/japanese-date.ts'
import { blockedMeanwhile } from '#backend/procedure/blocked-meanwhile.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import type { Bill } from '#domain/billing/bill.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { Yen } from '#domain/money.ts'
import type { OptionFact } from '#domain/option/decide-option.ts'
import { cancellationTiming } from '#domain/cancellation/timing.ts'
import { formatRfc3339, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import type { CancellationScope } from './scope.ts'

/** What cancelling now would mean: the fee and the last day first. Whether it is allowed is asked apart. */
export function estimateCancellation(
  wish: {
    contract: ContractRow
    lines: readonly LineRow[]
    held: readonly OptionFact[]
    scope: CancellationScope
    /** It waits for an open SIM order; its last day counts from now all the same. */
    queued: boolean
    /** A number of these lines may still be ported out. */
    isPortOutLive: boolean
    remainingInstalmentsYen: number
    isUnpaid: boolean
    unpaidYen: Yen
    finalBill: Bill
    sealing: Sealing
    book: PriceBook
  },
  now: Instant,
) {
  const { scope, queued, sealing, book } = wish
  const { effectiveOn: lastDay, closesAt, undoUntil, cutOffPassed } = cancellationTiming(now)
  const leaving = scope.lines.map((line) => line.line_id)
  const use = monthlyUse(wish, wish.held)
  const fee = totalsOf([oneOffCharge('oneOff.cancellation', lastDay, book)], lastDay, book)
  const estimate = {
    operation: scope.operation,
    lines: scope.lines.map((line) => toLineName(line, sealing)),
    changes: [
      {
        label: scope.scope === 'contract' ? 'ご契約' : '解約する回線',
        before: `${scope.lines.length}回線をご利用中`,
        after: `${formatDay(lastDay)}に終了`,
      },
    ],
    effectiveOn: lastDay,
    closesAt: closesAt === undefined ? undefined : formatRfc3339(closesAt),
    oneOff: fee,
    ...(fee.totalYen === 0 ? {} : { oneOffBillMonth: toTokyoMonth(now) }),
    ...monthlyChange(use, withoutLines(use, leaving), lastDay, book),
    interruption: {
      expected: true,
      message: `${formatDay(lastDay)}の24時に、解約する回線の通信と通話が使えなくなります。`,
    },
    ...(undoUntil === undefined || queued ? {} : { undoUntil: formatRfc3339(undoUntil) }),
    ...(queued ? { undoWhile: '最終利用日の前日の24時まで' } : {}),
  }
  return {
    ...estimate,
    blockedMeanwhile: blockedWhileBooked(scope),
    notices: noticesOf({
      queued,
      isPortOutLive: wish.isPortOutLive,
      cutOffPassed,
      undoUntil,
      lastDay,
    }),
    isUnpaid: wish.isUnpaid,
    unpaidYen: wish.unpaidYen,
    scope: scope.scope,
    feeYen: fee.totalYen,
    lastServiceOn: lastDay,
    queued,
    afterCutOff: cutOffPassed,
    remainingInstalmentsYen: wish.remainingInstalmentsYen,
    finalBill: toWireTotals(wish.finalBill),
    consequences: consequencesOf(scope, wish.remainingInstalmentsYen),
    numbersLost: scope.lines
      .filter((line) => line.kind === 'voice')
      .map((line) => toLineName(line, sealing)),
    conditions: conditionsOf(estimate, { lines: leaving.toSorted(), queued }),
  }
}

export type CancellationEstimate = ReturnType<typeof estimateCancellation>

function noticesOf(of: {
  queued: boolean
  isPortOutLive: boolean
  cutOffPassed: boolean
  undoUntil: Instant | undefined
  lastDay: Parameters<typeof formatDay>[0]
}): string[] {
  return [
    ...(of.queued
      ? [
          '進行中のSIMの手続きがあるため、解約は順番待ちになります。最終利用日は、お申し込みの日から決まり、待っても変わりません。',
          '最終利用日までに終わらない手続きは取り消し、その料金はかかりません。',
        ]
      : []),
    ...(of.isPortOutLive
      ? [
          'MNP転出の手続き中の回線があります。解約を予約しても、転出の手続きはそのまま続きます。先に転出が完了するとその時に、先に最終利用日が来るとその日の24時に回線が終了し、MNP予約番号や転出への同意は使えなくなります。',
        ]
      : []),
    ...(of.cutOffPassed
      ? [`今月の解約の締め切りを過ぎているため、最終利用日は${formatDay(of.lastDay)}になります。`]
      : []),
    '解約の手数料はかかりません。最後の月の料金は日割りにならず、1か月分かかります。',
    finalBillNotice,
    ...(of.undoUntil === undefined || of.queued
      ? []
      : [`${formatUntil(of.undoUntil)}までは、解約を取り消せます。`]),
  ]
}

function consequencesOf({ scope, lines }: CancellationScope, instalmentsYen: number): string[] {
  return [
    '解約した回線の電話番号は使えなくなります。番号を残すには、解約ではなくMNP転出をお申し込みください。',
    ...(scope === 'contract'
      ? [
          '残っているデータ量とデータチャージは、最終利用日の24時になくなります。',
          'ご利用中のオプションも、最終利用日に終わります。',
          '請求の内容は、解約のあともマイページで確認できます。',
        ]
      : [`データ量は残りの回線でそのまま使えます。解約するのは${lines.length}回線です。`]),
    ...(instalmentsYen > 0
      ? ['端末の分割払いは、解約のあとも残りの回数をお支払いいただきます。']
      : []),
  ]
}

/** What the matrix refuses while a cancellation is booked; that itself can only be undone. */
function blockedWhileBooked({ scope }: CancellationScope) {
  const nameOf = (operation: Operation) =>
    scope === 'line' ? operationOfLine('解約する回線', operation) : operationLabels[operation]
  return blockedMeanwhile('cancellationBooked', scope)
    .filter(({ operation }) => operation !== 'contractCancel')
    .map(({ operation }) => ({
      operation,
      message: `解約を予約しているあいだは、${nameOf(operation)}をお申し込みいただけません。`,
    }))
}
