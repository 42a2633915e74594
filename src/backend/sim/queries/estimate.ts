import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { monthlyChange, monthlyUse, type MonthlyUse } from '#backend/contract/monthly-use.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Holder } from '#backend/holder.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { blockedMeanwhile } from '#backend/procedure/blocked-meanwhile.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { OptionFact } from '#domain/option/decide-option.ts'
import { bookedOn, kindFrom, lineFrom, together, type Change } from '#domain/billing/next-bills.ts'
import { switchHours } from '#domain/sim/decide-sim-order.ts'
import type { SimOrderPlan } from './order-plan.ts'
import { formatRfc3339, toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'

export type EstimateFacts = {
  contract: ContractRow
  lines: readonly LineRow[]
  active: readonly OptionFact[]
  holder: Holder
  sealing: Sealing
  book: PriceBook
}

/** What 確認 shows of a SIM order; whether it is allowed is asked apart. */
export function estimateSim(known: EstimateFacts, plan: SimOrderPlan, now: Instant) {
  const { holder, sealing, book } = known
  const today = toTokyoDate(now)
  const { order, isEsim, identityRequired, arrivesOn } = plan
  const line = plan.ownLine
  const use = monthlyUse(known, known.active)
  const estimate = {
    operation: plan.procedure,
    lines: line === undefined ? [] : [toLineName(line, sealing)],
    changes: changesOf(plan, line, use.lines.length),
    effectiveOn: arrivesOn,
    oneOff: totalsOf(plan.costs, today, book),
    oneOffBillMonth: toTokyoMonth(now),
    ...monthlyChange(use, { ...use, lines: linesAfter(use, plan) }, today, book),
    interruption: interruptionOf(plan),
    blockedMeanwhile: blockedMeanwhile(
      order === 'kindChange' ? 'kindChangeOpen' : 'simOrderOpen',
      order === 'add' ? 'contract' : 'line',
    ),
    notices: noticesOf(plan),
    identityRequired,
    numberChanges: plan.numberChanges,
    ...(isEsim ? {} : { delivery: { addressMasked: holder.addressMasked, expectedOn: arrivesOn } }),
    undoWhile: isEsim ? 'eSIMのプロファイルができるまで' : 'SIMの発送前まで',
    switchHours: isEsim && order !== 'add' ? switchHours(now, now).map(formatRfc3339) : [],
  }
  const { lineId, kind, simSize, reason } = plan
  return { ...estimate, conditions: conditionsOf(estimate, { lineId, kind, simSize, reason }) }
}

export type SimEstimate = ReturnType<typeof estimateSim>

/** What it changes on the bills to come, from the day it is expected to be over. */
export function billChange(plan: SimOrderPlan, now: Instant): Change {
  const today = toTokyoDate(now)
  const costs = bookedOn(plan.costs, today)
  if (plan.order === 'add') return together(costs, lineFrom(plan.kind, plan.arrivesOn))
  if (plan.order === 'reissue' || plan.lineId === undefined) return costs
  return together(costs, kindFrom(plan.lineId, plan.kind, plan.arrivesOn))
}

function linesAfter({ lines }: MonthlyUse, plan: SimOrderPlan) {
  if (plan.order === 'add') return [...lines, { line_id: 'new', kind: plan.kind }]
  return lines.map(({ line_id, kind }) => ({
    line_id,
    kind: line_id === plan.lineId ? plan.kind : kind,
  }))
}

function changesOf(plan: SimOrderPlan, line: LineRow | undefined, count: number) {
  if (plan.order === 'add' || line === undefined)
    return [
      { label: '回線数', before: `${count}回線`, after: `${count + 1}回線` },
      { label: '追加するSIMの種別', before: 'なし', after: kindLabels[plan.kind] },
      { label: '追加するSIMのサイズ', before: 'なし', after: simSizeLabels[plan.simSize] },
    ]
  const size = {
    label: 'SIMのサイズ',
    before: simSizeLabels[line.sim_size],
    after: simSizeLabels[plan.simSize],
  }
  if (plan.order === 'reissue') return [size]
  return [
    { label: 'SIMの種別', before: kindLabels[line.kind], after: kindLabels[plan.kind] },
    { label: '電話番号', before: '現在の番号', after: '切り替えのときに決まる新しい番号' },
    size,
  ]
}

function interruptionOf({ order }: SimOrderPlan) {
  if (order === 'add')
    return { expected: false, message: '今お使いの回線の通信や通話が止まることはありません。' }
  return {
    expected: true,
    message: '切り替えのとき、数分から1時間ほど、この回線の通信と通話が使えません。',
  }
}

function noticesOf(plan: SimOrderPlan): string[] {
  const { order, isEsim, identityRequired } = plan
  return [
    ...(identityRequired
      ? [
          `${kindLabels[plan.kind]}の契約には、法律により本人確認が必要です。申し込みのあとに続けて行います。`,
        ]
      : []),
    ...(order === 'kindChange'
      ? ['種別を変えると電話番号が変わります。いまの番号には戻せません。']
      : []),
    isEsim
      ? '申し込みのあと数十秒でeSIMのプロファイルができます。端末に追加してから切り替えます。'
      : `SIMは${formatDay(plan.arrivesOn)}ごろに届きます。`,
    isEsim
      ? 'プロファイルができたあとは、取り消せません。'
      : '発送する前まで、お手続き状況から取り消せます。取り消すと料金はかかりません。',
    `切り替えの日時はお客さまが選べます。選ばれないときは、おそくとも${formatDay(plan.endsOn)}に自動で切り替わります。`,
    ...(order === 'add' ? [] : ['切り替えが済むと、いまのSIMは使えなくなります。']),
  ]
}
