import type { Pending } from '#backend/procedure/definition.ts'
import { toDateOrInstant } from '#backend/refusal.ts'
import { expectedArrival } from './order-plan.ts'
import { autoSwitchAt, switchHours } from '#domain/sim/decide-sim-order.ts'
import type { SimOrderState } from '#domain/sim/order-states.ts'
import { portInRefusalSentences } from '#vocabulary/port-in.ts'
import { words } from '#vocabulary/state-words.ts'
import { simOrderStateWords } from '#vocabulary/states/sim-order.ts'
import type { SuspensionReason } from '#vocabulary/suspension.ts'
import { formatRfc3339, isBefore, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { identityExpiry, type SimOrder } from '../rows/details.ts'

/** What is under way beside the state; undefined when the state says it all. */
export function pendingOf(order: SimOrder): Pending | undefined {
  if (order.closed_at !== null) return undefined
  const { cancelAskedAt, switchAskedAt, switchAnswer, switchAt } = order.details
  const { carrierAnswer, identityState, portIn } = order.details
  if (portIn?.refused)
    return {
      key: 'port-in-refused',
      label: 'MNP予約番号の確認待ち',
      sentence: portInRefusalSentences[portIn.refused],
    }
  if (cancelAskedAt)
    return {
      key: 'cancelling',
      label: '取り消し確認中',
      sentence: '取り消しを確認しています。結果はメールでお知らせします。',
      since: cancelAskedAt,
    }
  if (switchAskedAt)
    return {
      key: 'switching',
      label: '切り替え中',
      sentence:
        switchAnswer === 'unknown'
          ? '回線設備からの応答を待っています。応答があり次第、切り替わります。もう一度選ぶ必要はありません。'
          : '切り替えています。数分お待ちください。',
      since: switchAskedAt,
    }
  if (order.state === 'switch_ready' && switchAnswer === 'rejected')
    return {
      key: 'switch-retry',
      label: '切り替えのやり直し待ち',
      sentence:
        '切り替えを受け付けられませんでした。1時間以内にもう一度行います。日時を選び直すこともできます。',
    }
  if (order.state === 'switch_ready' && switchAt)
    return {
      key: 'switch-booked',
      label: '切り替えの予約済み',
      sentence: '選んだ日時に切り替わります。それまでは、日時を変えられます。',
    }
  if (order.state === 'id_check' && identityState === 'manual')
    return {
      key: 'identity-manual',
      label: '担当者が確認中',
      sentence: '担当者が本人確認の内容を確認しています。結果はメールでお知らせします。',
    }
  if (carrierAnswer !== 'unknown' || (order.state !== 'ordered' && order.state !== 'preparing'))
    return undefined
  return {
    key: 'unanswered',
    label: '応答の確認中',
    sentence:
      '回線設備からの応答を確認しています。重ねてのお申し込みはいりません。応答があり次第、こちらで進めます。',
  }
}

/** What a switch-over came to whose line was stopped at that moment; true of it however long ago that was. */
export const stillStopped: Readonly<Record<SuspensionReason, string>> = {
  fraud: '利用を止めている間に切り替わりました。再開するまで、通信と通話は使えません。',
  lost: '紛失のため止めている間に切り替わりました。マイページで再開すると、新しいSIMで使えます。',
  unpaid: 'お支払いの前に切り替わりました。お支払いが済むと、新しいSIMで使えます。',
}

/** Label and sentence of the state, where the line was stopped when it was switched over. */
export function wordsOfSim({ details: { switchedWhile } }: SimOrder, state: SimOrderState) {
  if (switchedWhile === undefined || (state !== 'switched' && state !== 'auto_switched'))
    return undefined
  return words(simOrderStateWords[state].label, stillStopped[switchedWhile])
}

/** The next date of an open order: when the card comes, when it is switched by choice or by itself. */
export function nextOfSim(order: SimOrder): { label: string; on: string } | undefined {
  const { switchAt, switchAskedAt, switchAnswer, wish: ordered } = order.details
  if (order.state === 'id_check')
    return {
      label: '本人確認の期限',
      on: toDateOrInstant(identityExpiry(order)),
    }
  if (switchAskedAt || switchAnswer === 'rejected') return undefined
  if (switchAt) return { label: '切り替えの日時', on: toDateOrInstant(switchAt) }
  if (isOnItsWay(order) && ordered.simSize !== 'esim')
    return { label: 'お届けの予定', on: expectedArrival(sentFor(order)) }
  return order.expected_on === null || isOnItsWay(order)
    ? undefined
    : { label: '自動で切り替える日', on: order.expected_on }
}

/** The day a card should come; none for an eSIM, or once it is here. */
export function deliveryOf(order: SimOrder): TokyoDate | undefined {
  if (!isOnItsWay(order) || order.closed_at !== null) return undefined
  return order.details.wish.simSize === 'esim' ? undefined : expectedArrival(sentFor(order))
}

const isOnItsWay = ({ state }: SimOrder) => ['ordered', 'preparing', 'shipped'].includes(state)

/** When the carrier was asked, or will be: at the order, when the identity check was passed, or after the hold. */
function sentFor(order: SimOrder): Instant {
  return order.held_until ?? order.details.askedAt ?? order.requested_at
}

/** The member's own turn: not while our staff look at it. */
export function waitsForIdentity(order: SimOrder): boolean {
  return order.state === 'id_check' && pendingOf(order)?.key !== 'identity-manual'
}

/** What the member has to do now. */
export function todoOfSim(order: SimOrder): string | undefined {
  if (waitsForIdentity(order)) return '本人確認を進める'
  if (order.details.portIn?.refused) return 'MNP予約番号を入れ直す'
  const canChoose = order.state === 'switch_ready' && pendingOf(order) === undefined
  return canChoose ? '切り替えの日時を選ぶ' : undefined
}

/**
 * When the order should be over: at the hour chosen, else on the day it is switched over by itself. Not while it is being
 * switched, waits to be switched again within the hour, or waits for the member.
 */
export function finishOfSim(order: SimOrder): string | undefined {
  const { switchAt, switchAskedAt, switchAnswer } = order.details
  if (switchAskedAt || switchAnswer === 'rejected' || order.state === 'id_check') return undefined
  if (switchAt) return toDateOrInstant(switchAt)
  return order.effective_on ?? order.expected_on ?? undefined
}

/** Ready, and the carrier has not been asked already; a number that does not come waits for another reservation. */
export function isSwitchable(order: SimOrder): boolean {
  const { switchAskedAt, portIn } = order.details
  return order.state === 'switch_ready' && !switchAskedAt && !portIn?.refused
}

/** Hours on offer for an order now; none while it cannot be switched. */
export function offeredHours(order: SimOrder, now: Instant, lastDay?: TokyoDate): string[] {
  if (!isSwitchable(order)) return []
  return switchHours(order.details.readyAt ?? now, now, lastDay).map(formatRfc3339)
}

/** Who wants the switch-over by now: the member whose hour has come, or nobody, so that we do it (spec: ours). */
export function dueSwitch(order: SimOrder, now: Instant): 'member' | 'system' | undefined {
  if (!isSwitchable(order)) return undefined
  const { switchAt, readyAt } = order.details
  if (switchAt && !isBefore(now, switchAt)) return 'member'
  if (readyAt && !isBefore(now, autoSwitchAt(readyAt))) return 'system'
  return undefined
}

export function isEsimOrder(order: SimOrder): boolean {
  return order.details.wish.simSize === 'esim'
}
