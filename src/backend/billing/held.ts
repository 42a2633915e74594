import { chargeName } from '#backend/contract/held.ts'
import { held, inYen, labelOf, left, said } from '#backend/held.ts'
import { accountLabels } from '#vocabulary/account.ts'
import { sql } from 'kysely'
import { chargeKindLabels, taxNames } from '#vocabulary/price.ts'
import { openPartnerId } from './payment-rows.ts'
import { billStateWords } from '#vocabulary/states/bill.ts'

const settlementWords = {
  sent: '手続き中',
  unknown: '応答を確認中',
  ok: '完了',
  refused: 'できませんでした',
} as const
const wayWords = { card: 'カード', points: 'ポイント', transfer: '銀行振込' } as const
const askerWords = { member: 'ご本人', staff: '当社の担当者', system: '毎月の引き落とし' } as const

export const billingHeld = [
  held({
    table: 'bill',
    by: 'contract_id',
    title: '請求',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      month: 'ご利用月',
      bill_id: '請求番号',
      state: said('状態', 'state', billStateWords),
      period_from: 'ご利用期間の初日',
      period_to: 'ご利用期間の末日',
      out_of_scope_yen: '消費税の対象外（円）',
      total_yen: 'ご請求額（円）',
      fixed_at: '確定日時',
      charge_on: '引き落とし日',
      paid_at: '支払い日時',
      reminded_at: '利用停止の予告を送った日時',
      suspended_at: '利用を停止した日時',
      credit_told_at: 'お預かりを知らせた日時',
    },
  }),
  held({
    table: 'bill_line',
    by: 'contract_id',
    title: '請求の明細',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      month: 'ご利用月',
      position: '行',
      kind: said('種類', 'kind', chargeKindLabels),
      line_id: '回線の識別子',
      figure_key: chargeName,
      rate_valid_from: '料金表の日付',
      unit_tenths_yen: inYen('単価（円）', 'unit_tenths_yen'),
      quantity: '数量',
      days: '日割りの日数',
      of_days: '月の日数',
      amount_tenths_yen: inYen('金額（円）', 'amount_tenths_yen'),
      tax: said('税', 'tax', taxNames),
      tax_on: '税率を決める日',
      origin_month: '返金する料金の月',
      source_ref: left.internal,
    },
  }),
  held({
    table: 'bill_rate',
    by: 'contract_id',
    title: '請求の消費税',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      month: 'ご利用月',
      tax_percent: '税率（%）',
      total_yen: '税込金額（円）',
      tax_yen: 'うち消費税（円）',
    },
  }),
  held({
    table: 'payment',
    by: 'contract_id',
    title: 'お支払い',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      order_id: left.key,
      receipt_no: '受付番号',
      month: 'ご利用月',
      attempt: '回数',
      amount_yen: '金額（円）',
      state: said('状態', 'state', settlementWords),
      reason: 'できなかった理由',
      card_last4: 'カードの下4桁',
      asked_by: said('手続きした人', 'asked_by', askerWords),
      sent_at: '手続き日時',
      answered_at: 'カード会社の応答日時',
      resumed_at: '利用を再開した日時',
      way: said('お支払い方法', 'way', wayWords),
      partner_id_sealed: {
        title: 'ポイントを使った提携先のID',
        show: (row, sealing) =>
          row.partner_id_sealed === null ? null : openPartnerId(sealing, row),
      },
      rest_yen: 'ポイントの残りをカードで支払う金額（円）',
      follows: left.key,
    },
  }),
  held({
    table: 'payment_card',
    by: 'contract_id',
    title: 'お支払いのカード',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      token_sealed: left.secret,
      brand: 'ブランド',
      last4: '下4桁',
      expires: '有効期限',
      updated_at: '登録日時',
    },
  }),
  held({
    table: 'card_update',
    by: 'contract_id',
    title: 'カードの変更の手続き',
    kept: {
      for: 'settings',
      past: {
        words: '手続きから1日',
        when: ({ now }) => sql`begun_at < ${now.subtract({ hours: 24 })}`,
      },
    },
    columns: {
      contract_id: left.key,
      state_hash: left.secret,
      back_path: left.internal,
      begun_at: '始めた日時',
      ended_at: '終わった日時',
    },
  }),
  held({
    table: 'credit_use',
    by: 'contract_id',
    title: 'お預かりの使いみち',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      from_month: 'お預かりの月',
      month: '使った月',
      amount_yen: '金額（円）',
      used_at: '使った日時',
    },
  }),
  held({
    table: 'refund',
    by: 'contract_id',
    title: '返金',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      refund_id: left.key,
      month: 'ご利用月',
      way: said('方法', 'way', wayWords),
      payment_order_id: left.key,
      card_last4: 'カードの下4桁',
      amount_yen: '金額（円）',
      state: said('状態', 'state', settlementWords),
      reason: 'できなかった理由',
      requested_at: '手続き日時',
      answered_at: 'カード会社の応答日時',
      released_at: left.internal,
    },
  }),
  held({
    table: 'posting',
    by: 'contract_id',
    title: '会計の記帳',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      source_ref: left.internal,
      account: said('科目', 'account', accountLabels),
      amount_yen: '金額（円）',
      booked_on: '記帳日',
      booked_at: '記帳日時',
    },
  }),
  held({
    table: 'close_failure',
    by: 'contract_id',
    title: '請求を確定できなかった記録',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      month: 'ご利用月',
      reason: {
        title: '理由',
        show: ({ reason }) => labelOf({ unpriced: '料金表にない項目' }, reason),
      },
      fact: left.internal,
      failed_at: '日時',
      resolved_at: '解決した日時',
    },
  }),
]
