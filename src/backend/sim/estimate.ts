import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { planCodeOf } from '#backend/contract/facts.ts'
import { monthlyBill, monthlyBillOf, servedLines } from '#backend/contract/monthly-use.ts'
import { deltaYen, totalsOf, toWireTotals } from '#backend/contract/totals.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Holder } from '#backend/holder.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { blockedMeanwhile } from '#backend/procedure/blocked-meanwhile.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { bookedOn, kindFrom, lineFrom, together, type Change } from '#domain/billing/next-bills.ts'
import { needsIdentity, switchHours, autoSwitchAt } from '#domain/sim/decide-sim-order.ts'
import { simOrderCosts } from '#domain/sim/sim-order-costs.ts'
import {
  addDays,
  formatRfc3339,
  startOfDay,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import { procedureOfWish, type SimWish } from './wish.ts'

/** Ours: sent the day after the order, delivered the day after that. */
const DELIVERY_DAYS = 2

/** When a card ordered now should be in the letter box. */
export function expectedArrival(now: Instant) {
  return addDays(toTokyoDate(now), DELIVERY_DAYS)
}

/** The day on which the order is over at the latest, switched by the member or by itself. */
export function expectedEnd(wish: Pick<SimWish, 'simSize'>, now: Instant) {
  const readyAt = wish.simSize === 'esim' ? now : startOfDay(expectedArrival(now))
  return toTokyoDate(autoSwitchAt(readyAt))
}

export type EstimateFacts = {
  contract: ContractRow
  lines: readonly LineRow[]
  holder: Holder
  sealing: Sealing
}

/** What 確認 shows of a SIM order; whether it is allowed is asked apart. */
export function estimateSim(known: EstimateFacts, wish: SimWish, now: Instant) {
  const { contract, lines, holder, sealing } = known
  const today = toTokyoDate(now)
  const isEsim = wish.simSize === 'esim'
  const line = lines.find((one) => one.line_id === wish.lineId)
  const served = servedLines(lines)
  const before = monthlyBill(contract, lines, today, publishedPrices)
  const after = monthlyBillOf(
    linesAfter(served, wish),
    planCodeOf(contract),
    today,
    publishedPrices,
  )
  const effectiveOn = isEsim ? today : expectedArrival(now)
  const identityRequired = needsIdentity(wish, 'not_required')
  const estimate = {
    operation: procedureOfWish[wish.order],
    lines: line === undefined ? [] : [toLineName(line, sealing)],
    changes: changesOf(wish, line, served.length),
    effectiveOn,
    oneOff: totalsOf(simOrderCosts(wish.order, wish.simSize, today), today, publishedPrices),
    oneOffBillMonth: toTokyoMonth(now),
    monthlyBefore: toWireTotals(before),
    monthlyAfter: toWireTotals(after),
    monthlyDeltaYen: deltaYen(before, after),
    interruption: interruptionOf(wish),
    blockedMeanwhile: blockedMeanwhile(
      wish.order === 'kindChange' ? 'kindChangeOpen' : 'simOrderOpen',
      wish.order === 'add' ? 'contract' : 'line',
    ),
    notices: noticesOf(wish, identityRequired, now),
    identityRequired,
    numberChanges: wish.order === 'kindChange',
    ...(isEsim
      ? {}
      : { delivery: { addressMasked: holder.addressMasked, expectedOn: effectiveOn } }),
    undoWhile: isEsim ? 'eSIMのプロファイルができるまで' : 'SIMの発送前まで',
    switchHours: isEsim && wish.order !== 'add' ? switchHours(now, now).map(formatRfc3339) : [],
  }
  const { lineId, kind, simSize, reason } = wish
  return { ...estimate, conditions: conditionsOf(estimate, { lineId, kind, simSize, reason }) }
}

export type SimEstimate = ReturnType<typeof estimateSim>

/** What it changes on the bills to come, from the day it is expected to be over. */
export function billChange(wish: SimWish, effectiveOn: TokyoDate, now: Instant): Change {
  const today = toTokyoDate(now)
  const costs = bookedOn(simOrderCosts(wish.order, wish.simSize, today), today)
  if (wish.order === 'add') return together(costs, lineFrom(wish.kind, effectiveOn))
  if (wish.order === 'reissue' || wish.lineId === undefined) return costs
  return together(costs, kindFrom(wish.lineId, wish.kind, effectiveOn))
}

function linesAfter(served: readonly LineRow[], wish: SimWish) {
  if (wish.order === 'add') return [...served, { kind: wish.kind }]
  return served.map(({ line_id, kind }) => ({
    kind: line_id === wish.lineId ? wish.kind : kind,
  }))
}

function changesOf(wish: SimWish, line: LineRow | undefined, count: number) {
  if (wish.order === 'add' || line === undefined)
    return [
      { label: '回線数', before: `${count}回線`, after: `${count + 1}回線` },
      { label: '追加するSIMの種別', before: 'なし', after: kindLabels[wish.kind] },
      { label: '追加するSIMのサイズ', before: 'なし', after: simSizeLabels[wish.simSize] },
    ]
  const size = {
    label: 'SIMのサイズ',
    before: simSizeLabels[line.sim_size],
    after: simSizeLabels[wish.simSize],
  }
  if (wish.order === 'reissue') return [size]
  return [
    { label: 'SIMの種別', before: kindLabels[line.kind], after: kindLabels[wish.kind] },
    { label: '電話番号', before: '現在の番号', after: '切り替えのときに決まる新しい番号' },
    size,
  ]
}

function interruptionOf({ order }: SimWish) {
  if (order === 'add')
    return { expected: false, message: '今お使いの回線の通信や通話が止まることはありません。' }
  return {
    expected: true,
    message: '切り替えのとき、数分から1時間ほど、この回線の通信と通話が使えません。',
  }
}

function noticesOf(wish: SimWish, identityRequired: boolean, now: Instant): string[] {
  const isEsim = wish.simSize === 'esim'
  return [
    ...(identityRequired
      ? ['音声通話SIMの契約には、法律により本人確認が必要です。申し込みのあとに続けて行います。']
      : []),
    ...(wish.order === 'kindChange'
      ? ['種別を変えると電話番号が変わります。いまの番号には戻せません。']
      : []),
    isEsim
      ? '申し込みのあと数十秒でeSIMのプロファイルができます。端末に追加してから切り替えます。'
      : `SIMは${formatDay(expectedArrival(now))}ごろに届きます。`,
    isEsim
      ? 'プロファイルができたあとは、取り消せません。'
      : '発送する前まで、お手続き状況から取り消せます。取り消すと料金はかかりません。',
    `切り替えの日時はお客さまが選べます。選ばれないときは、おそくとも${formatDay(expectedEnd(wish, now))}に自動で切り替わります。`,
    ...(wish.order === 'add' ? [] : ['切り替えが済むと、いまのSIMは使えなくなります。']),
  ]
}
