import { finalBillNotice, finalBillOf, unpaidYen } from '#backend/billing/public.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { endsWith } from '#backend/contract/ends-with.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import { monthlyChange, monthlyUse, withoutLines } from '#backend/contract/monthly-use.ts'
import { findActiveOptions } from '#backend/contract/options.ts'
import { remainingInstalmentsYen } from '#backend/contract/terminals.ts'
import { totalsOf, toWireTotals } from '#backend/contract/totals.ts'
import type { Db } from '#backend/db/connect.ts'
import { formatDay, formatUntil } from '#backend/mail/japanese-date.ts'
import { blockedMeanwhile } from '#backend/procedure/blocked-meanwhile.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import { cancellationTiming } from '#domain/cancellation/timing.ts'
import { isMnpLive } from '#domain/exclusion/in-progress.ts'
import { formatRfc3339, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { operationLabels, operationOfLine, type Operation } from '#vocabulary/operation.ts'
import { decideScope, scopeOf, type CancellationScope } from './scope.ts'

/** What cancelling now would mean, the fee and the last day first; and what the rules say of it. */
export async function estimateCancellation(
  db: Db,
  { sealing, book }: Pick<ProcedureDeps, 'sealing' | 'book'>,
  known: LoadedContract,
  lineIds: readonly string[] | undefined,
  now: Instant,
) {
  const { contract_id: contractId } = known.contract
  const scope = scopeOf(known.lines, lineIds)
  const decided = decideScope(known.facts, scope, now)
  const queued = decided.ok && decided.value.queued
  const leaving = scope.lines.map((line) => line.line_id)
  const { effectiveOn: lastDay, undoUntil, cutOffPassed } = cancellationTiming(now)
  const use = monthlyUse(known, await findActiveOptions(db, known, now))
  const isPortOutLive = known.facts.lines.some(
    ({ lineId, mnp }) => leaving.includes(lineId) && isMnpLive(mnp, now),
  )
  const confirmed = confirmedTerms({ scope, queued, use, sealing, book }, now)
  const instalmentsYen = await remainingInstalmentsYen(db, contractId, now)
  const estimated = {
    ...confirmed,
    blockedMeanwhile: blockedWhileBooked(scope),
    notices: noticesOf({ queued, isPortOutLive, cutOffPassed, undoUntil, lastDay }),
    isUnpaid: known.facts.unpaid,
    unpaidYen: await unpaidYen(db, contractId),
    scope: scope.scope,
    feeYen: confirmed.oneOff.totalYen,
    lastServiceOn: lastDay,
    queued,
    afterCutOff: cutOffPassed,
    remainingInstalmentsYen: instalmentsYen,
    finalBill: toWireTotals(await finalBillOf(db, contractId, leaving, lastDay, book)),
    consequences: consequencesOf(scope, await endsWith(db, { ...known, ...scope }), instalmentsYen),
    numbersLost: scope.lines
      .filter((line) => line.kind === 'voice')
      .map((line) => toLineName(line, sealing)),
    conditions: conditionsOf(confirmed, { lines: leaving.toSorted(), queued }),
  }
  return { scope, estimated, decided }
}

/** What the member confirms. A queued cancellation waits for a SIM order; its last day counts from now all the same. */
function confirmedTerms(
  {
    scope,
    queued,
    use,
    sealing,
    book,
  }: {
    scope: CancellationScope
    queued: boolean
    use: ReturnType<typeof monthlyUse>
  } & Pick<ProcedureDeps, 'sealing' | 'book'>,
  now: Instant,
) {
  const { effectiveOn: lastDay, closesAt, undoUntil } = cancellationTiming(now)
  const leaving = scope.lines.map((line) => line.line_id)
  const fee = totalsOf([oneOffCharge('oneOff.cancellation', lastDay, book)], lastDay, book)
  return {
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
}

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

function consequencesOf(
  { scope, lines }: CancellationScope,
  endingWith: readonly string[],
  instalmentsYen: number,
): string[] {
  return [
    // Only the number of a voice line can be taken along.
    lines.some(({ kind }) => kind === 'voice')
      ? '解約した回線の電話番号は使えなくなります。番号を残すには、解約ではなくMNP転出をお申し込みください。'
      : '解約した回線の電話番号は使えなくなります。',
    ...(scope === 'contract'
      ? [
          '残っているデータ量とデータチャージは、最終利用日の24時になくなります。',
          'ご利用中のオプションも、最終利用日に終わります。',
          '請求の内容は、解約のあともマイページで確認できます。',
        ]
      : [`データ量は残りの回線でそのまま使えます。解約するのは${lines.length}回線です。`]),
    ...endingWith,
    ...(instalmentsYen > 0
      ? ['端末の分割払いは、解約のあとも残りの回数をお支払いいただきます。']
      : []),
  ]
}

/** What the exclusion matrix refuses while a cancellation is booked. */
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
