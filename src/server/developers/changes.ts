import { dateText } from '../content/figures.ts'
import type { Operation } from './operations.ts'

/** A change of what programs are answered, as it is announced on the page of changes. */
export type WireChange = {
  /** The day from which it holds. */
  readonly on: string
  readonly kind: 'added' | 'changed' | 'deprecated' | 'removed'
  readonly text: string
  /** The operations it is about, by `operationId`. */
  readonly operations: readonly string[]
}

export const changeLabels: Readonly<Record<WireChange['kind'], string>> = {
  added: '追加',
  changed: '変更',
  deprecated: '終了の予告',
  removed: '終了',
}

/** The newest first: those written below, and each operation of which the table of endpoints says that it goes away. */
export function changesWith(operations: readonly Pick<Operation, 'id' | 'endpoint'>[]) {
  const announced = operations.flatMap(
    ({ id, endpoint: { summary, deprecated } }): WireChange[] => {
      if (deprecated === undefined) return []
      const { announcedOn: on, endsOn, instead } = deprecated
      const other = operations.find((one) => one.id === instead)?.endpoint.summary
      const text = [
        `「${summary}」は、${dateText(endsOn)}に終わります。`,
        ...(other === undefined ? [] : [`「${other}」をお使いください。`]),
      ].join('')
      const about = [id, ...(instead === undefined ? [] : [instead])]
      return [{ on, kind: 'deprecated', text, operations: about }]
    },
  )
  return [...wireChanges, ...announced].toSorted((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0))
}

/** The newest first. An operation that a program may call is added here once; a test asks for it. */
export const wireChanges: readonly WireChange[] = [
  {
    on: '2026-11-28',
    kind: 'changed',
    text: '「次の請求」は、月の初めから請求が決まるまで、先月分のいま分かっている金額（unfixed）も返します。',
    operations: ['billingReserveGet'],
  },
  {
    on: '2026-11-28',
    kind: 'added',
    text: 'アプリの連携（OAuth 2.1）と、AIエージェントのためのMCPサーバーを始めました。',
    operations: [],
  },
  {
    on: '2026-11-28',
    kind: 'added',
    text: 'できごとをお客さまのプログラムに届けるWebhookを始めました。',
    operations: [],
  },
  {
    on: '2026-11-28',
    kind: 'added',
    text: 'アクセスキーでの呼び出しを始めました。',
    operations: [
      'highSpeedResidualGet',
      'highSpeedHistoryGet',
      'highSpeedStatusGet',
      'highSpeedCouponGet',
      'lineCapGet',
      'packetLogGet',
      'statusUsageGet',
      'adviceGet',
      'contractChangeStatusGet',
      'statusLineGroupGet',
      'statusLineGet',
      'malwareBlockStatusGet',
      'voiceOptionGet',
      'contractGet',
      'simAddCostGet',
      'simChangeSizeInitialCostGet',
      'simChangeTypeInitialCostGet',
      'phoneMoveEstimateGet',
      'simCancelPaymentGet',
      'statusCancelStateGet',
      'highSpeedCouponBillsGet',
      'autoTopUpEstimateGet',
      'couponListGet',
      'couponEstimateGet',
      'couponReservedPlanGet',
      'portOutPaymentGet',
      'statusApplyStateGet',
      'procedureQueueGet',
      'deadlinesGet',
      'billingStatusGet',
      'billingMonthsGet',
      'billingUnpaidGet',
      'billingReserveGet',
      'billingPaymentGet',
      'spendingStatusGet',
      'callLogGet',
      'highSpeedStatusPut',
      'preparedOrdersPost',
    ],
  },
]

/** Since when a program may call an operation. */
export function sinceWhen(id: string): string | undefined {
  return wireChanges.find(({ kind, operations }) => kind === 'added' && operations.includes(id))?.on
}
