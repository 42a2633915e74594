import type { QueueFact, WorkItem } from './console-queue.ts'
import { claimBasisLabels, damageCauseLabels } from './device.ts'
import { comparedFields } from './identity.ts'
import { mailReturnLabels } from './mail-return.ts'
import { noticeKindLabels } from './notice.ts'
import { operationLabels, type OrderProcedure } from './operation.ts'
import type { StateWords } from './state-words.ts'
import { billStateWords } from './states/bill.ts'
import { cancellationStateWords } from './states/cancellation.ts'
import { contractStateWords } from './states/contract.ts'
import { deviceClaimStateWords, deviceRegisterStateWords } from './states/device.ts'
import { exchangeStateWords } from './states/exchange.ts'
import { handoverStateWords } from './states/handover.ts'
import { initialCancellationStateWords } from './states/initial-cancellation.ts'
import { lineStateWords } from './states/line.ts'
import { memberExportStateWords } from './states/member-export.ts'
import { optionJoinStateWords, optionLeaveStateWords } from './states/option.ts'
import { paperStateWords } from './states/paper.ts'
import { phoneMoveStateWords } from './states/phone-move.ts'
import { planSizeStateWords } from './states/plan-size.ts'
import { portOutStateWords } from './states/port-out.ts'
import { simOrderStateWords } from './states/sim-order.ts'
import { successionRequestLabels, successionStateWords } from './succession.ts'

/** Words of codes, by the code. */
export type CodeWords = Readonly<Record<string, string>>

const labels = (words: Readonly<Record<string, StateWords>>): CodeWords =>
  Object.fromEntries(Object.entries(words).map(([code, { label }]) => [code, label]))

/** States of orders, by the procedure: the same code may be called otherwise in another. */
export const orderStateWords: Readonly<Record<OrderProcedure, CodeWords>> = {
  planSizeChange: labels(planSizeStateWords),
  simAdd: labels(simOrderStateWords),
  simReissue: labels(simOrderStateWords),
  simKindChange: labels(simOrderStateWords),
  phoneMove: labels(phoneMoveStateWords),
  lineOpen: labels(simOrderStateWords),
  lineCancel: labels(cancellationStateWords),
  contractCancel: labels(cancellationStateWords),
  initialCancel: labels(initialCancellationStateWords),
  portOut: labels(portOutStateWords),
  lineHandover: labels(handoverStateWords),
  lineTakeover: labels(handoverStateWords),
  optionJoin: labels(optionJoinStateWords),
  optionLeave: labels(optionLeaveStateWords),
  deviceRegister: labels(deviceRegisterStateWords),
  deviceClaim: labels(deviceClaimStateWords),
  paperCopy: labels(paperStateWords),
}

const channels = { mail: 'メール', sms: 'SMS' }
const sending = { queued: '送信待ち', failed: '送れませんでした' }

/** What the carrier is asked for (src/outside/carrier.ts: commands, orders, and the rest by their type). */
const carrierRequests = {
  'high-speed': '高速データ通信の切り替え',
  'speed-policy': '通信速度の切り替え',
  suspend: '回線の停止',
  resume: '回線の再開',
  'issue-sim': 'SIMカードの発行',
  'issue-esim': 'eSIMの発行',
  'change-kind': '回線の種類の変更',
  'switch-over': '新しいSIMへの切り替え',
  'move-profile': '移行のためのeSIMの発行',
  'move-switch': '新しいスマホへの切り替え',
  'move-back': '元のスマホへの戻し',
  'move-cancel': '移行の取りやめ',
  'port-in-complete': 'MNP転入の完了',
  terminate: '回線の解約',
  'hand-over': '回線の名義の変更',
  'mnp-number': 'MNP予約番号の発行',
  cancel: '依頼の取り消し',
  service: '回線のサービスの切り替え',
  seenDevice: '利用中の端末の照会',
  consent: 'MNPワンストップの回答',
} as const

/** Work of the background that can be given up, by the names of its jobs. */
const jobs = {
  laws: '法則の点検',
  reseal: '封の付け替え',
  'identity-decisions': '本人確認の決定の実行',
  'invoice-print': '請求書の作成',
  'staff-decision': '担当者の決定の実行',
  'contract-document': '契約書面の作成',
  'member-export': '保有している情報のファイルの作成',
  'contact-message': '確認コード・連絡の送信',
  'mail-send': 'お知らせの送信',
  'push-send': 'プッシュ通知の送信',
  'webhook-send': 'Webhookの送信',
  'webhook-send-again': '届かなかったWebhookの送信',
  'outage-tell': '障害のお知らせの送信',
  'points-ask-again': 'ポイントの依頼の照会',
  'payment-look-up': '支払いの結果の照会',
  'bill-repair': '請求の確定のやり直し',
  'refund-look-up': '返金の結果の照会',
  'application-decisions': 'お申し込みの決定の実行',
  'application-link': 'お申し込みの続きの案内の送信',
  'usage-hint': '利用の記録の取り込み',
  'succession-decisions': '承継の決定の実行',
  'device-claim-desk': '修理・交換の決定の実行',
  'carrier-exchange': '回線網への依頼',
  'carrier-exchange-again': '回線網への依頼の照会',
  'house-notice': 'すべての会員へのお知らせの送信',
  'initial-cancel-accept': '初期契約解除の受け付け',
} as const

/** Words of the codes that the facts of a row hold, by its item. Figures, dates, numbers and what people wrote have none here. */
export const factWords = {
  'identity-by-hand': { fields: comparedFields },
  'application-in-review': {
    doubt: {
      sameHolder: '同じ人の契約がある',
      namesake: '同じ読み・同じ生年月日の会員がいる',
      sameContact: '同じ連絡先の会員がいる',
      identity: '本人確認を担当者が見ている',
    },
  },
  successions: {
    kind: successionRequestLabels,
    state: labels(successionStateWords),
    decision: { accept: '承認', ask: '書類のお願い', reject: 'お断り' },
  },
  'device-claims': {
    state: labels(deviceClaimStateWords),
    basis: claimBasisLabels,
    cause: damageCauseLabels,
  },
  'carrier-answer-unknown': {
    system: { carrier: '回線網' },
    request: carrierRequests,
    state: labels(exchangeStateWords),
  },
  'points-answer-unknown': { system: { points: 'ポイントの提携先' } },
  // Their states are those of the procedure: `orderStateWords`.
  'order-overdue': { operation: operationLabels },
  'opening-hangs': { state: labels(contractStateWords) },
  'handover-overdue': { operation: operationLabels, state: labels(handoverStateWords) },
  'feed-stopped': { source: { usage: 'データの利用', calls: '通話とSMS' } },
  'call-not-rated': {
    reason: {
      RATE_MISSING: '料金の行がない',
      DURATION_MISSING: '通話の長さがない',
      LENGTH_MISSING: '文字数がない',
      MESSAGE_TOO_LONG: '文字数が多すぎる',
    },
  },
  'bill-not-closed': { reason: { priceMissing: '料金の行がない', defect: '計算の不具合' } },
  'bill-unpaid': { state: labels(billStateWords) },
  'mail-not-sent': { channel: channels, state: sending },
  'push-not-sent': { kind: noticeKindLabels, state: sending },
  'mail-returned': { reason: mailReturnLabels },
  'contact-message-not-sent': { channel: channels, state: sending },
  'document-not-made': { state: { requested: '作成待ち', unprintable: '印刷できない文字がある' } },
  'export-not-gathered': { state: labels(memberExportStateWords) },
  'order-on-hold': { operation: { ...operationLabels, profileEdit: '登録情報の変更' } },
  'order-unconfirmed': { operation: operationLabels },
  'job-failed': { job: jobs },
  'line-frozen': { state: labels(lineStateWords) },
} as const satisfies Partial<Record<WorkItem, Partial<Record<QueueFact, CodeWords>>>>
