import { type Generated, sql } from 'kysely'
import { chargeName } from '#backend/contract/tables.ts'
import {
  column,
  inYen,
  internal,
  key,
  ofContract,
  said,
  sealed,
  secret,
  stays,
  table,
} from '#backend/table.ts'
import type { TokyoDate, TokyoMonth } from '#domain/tokyo.ts'
import { type Account, accountLabels } from '#vocabulary/account.ts'
import { type ChargeKind, type TaxBasis, chargeKindLabels, taxNames } from '#vocabulary/price.ts'
import { billStateWords } from '#vocabulary/states/bill.ts'
import { cardAad } from './rows/cards.ts'
import { partnerAad } from './rows/payments.ts'

const settlementWords = {
  sent: '手続き中',
  unknown: '応答を確認中',
  ok: '完了',
  refused: 'できませんでした',
} as const
const wayWords = { card: 'カード', points: 'ポイント', transfer: '銀行振込' } as const
const askerWords = { member: 'ご本人', staff: '当社の担当者', system: '毎月の請求' } as const

export const billingTables = [
  table('bill', ofContract('請求', 'trade'), {
    month: column<TokyoMonth>('ご利用月'),
    bill_id: column<string>('請求番号'),
    state: column<string>(said('状態', billStateWords)),
    period_from: column<TokyoDate>('ご利用期間の初日'),
    period_to: column<TokyoDate>('ご利用期間の末日'),
    out_of_scope_yen: column<number>('消費税の対象外（円）'),
    total_yen: column<number>('ご請求額（円）'),
    fixed_at: column<Temporal.Instant>('確定日時'),
    charge_on: column<TokyoDate>('カードへ請求する日'),
    paid_at: column<Temporal.Instant | null>('支払い日時'),
    /** Seven days before the suspension. */
    reminded_at: column<Generated<Temporal.Instant | null>>('利用停止の予告を送った日時'),
    /** When service was stopped for it; later than the course says where an answer was awaited. */
    suspended_at: column<Generated<Temporal.Instant | null>>('利用を停止した日時'),
    /** When the member was notified that the bill is below zero and credited to later ones. */
    credit_told_at: column<Generated<Temporal.Instant | null>>('お預かりを知らせた日時'),
    /** How often contract and lines had been changed when it was made (bill-sample.ts). */
    history_version: internal<Generated<number | null>>(),
  }),
  table('bill_line', ofContract('請求の明細', 'trade'), {
    month: column<TokyoMonth>('ご利用月'),
    position: column<number>('行'),
    kind: column<ChargeKind>(said('種類', chargeKindLabels)),
    line_id: column<string | null>('回線の識別子'),
    figure_key: column<string | null, { kind: ChargeKind }>(chargeName),
    rate_valid_from: column<TokyoDate | null>('料金表の日付'),
    unit_tenths_yen: column<number | null>(inYen('単価（円）')),
    quantity: column<number>('数量'),
    days: column<number | null>('日割りの日数'),
    of_days: column<number | null>('月の日数'),
    amount_tenths_yen: column<number>(inYen('金額（円）')),
    tax: column<TaxBasis>(said('税', taxNames)),
    tax_on: column<TokyoDate>('税率を決める日'),
    origin_month: column<TokyoMonth | null>('返金する料金の月'),
    source_ref: internal<string | null>(),
  }),
  table('bill_rate', ofContract('請求の消費税', 'trade'), {
    month: column<TokyoMonth>('ご利用月'),
    tax_percent: column<number>('税率（%）'),
    total_yen: column<number>('税込金額（円）'),
    tax_yen: column<number>('うち消費税（円）'),
  }),
  /** One row an attempt. With its order id asked again, nothing is charged twice. */
  table('payment', ofContract('お支払い', 'trade'), {
    /** The processor's idempotency id. */
    order_id: key<string>(),
    /** What the member reads out. */
    receipt_no: column<string>('受付番号'),
    month: column<TokyoMonth>('ご利用月'),
    attempt: column<number>('回数'),
    amount_yen: column<number>('金額（円）'),
    /** An answer that never came is `unknown`: looked up, never charged anew. */
    state: column<'sent' | 'unknown' | 'ok' | 'refused'>(said('状態', settlementWords)),
    reason: column<string | null>('できなかった理由'),
    card_last4: column<string | null>('カードの下4桁'),
    asked_by: column<'member' | 'staff' | 'system'>(said('手続きした人', askerWords)),
    sent_at: column<Temporal.Instant>('手続き日時'),
    answered_at: column<Temporal.Instant | null>('カード会社の応答日時'),
    /** Set when this payment lifted a suspension. */
    resumed_at: column<Generated<Temporal.Instant | null>>('利用を再開した日時'),
    /** Points are yen that the points partner pays us. */
    way: column<Generated<'card' | 'points'>>(said('お支払い方法', wayWords)),
    /** Whose points: the member's id at the partner, sealed; none of a card. */
    partner_id_sealed: sealed<Generated<string | null>, { contract_id: string }>({
      aad: (row) => partnerAad(row.contract_id),
      title: 'ポイントを使った提携先のID',
    }),
    /** What the card is asked for once the points have come. */
    rest_yen: column<Generated<number>>('ポイントの残りをカードで支払う金額（円）'),
    /** The payment by points whose rest this one is. */
    follows: key<Generated<string | null>>(),
    /** Of several bills that one press pays: the receipt of the first. */
    pressed_with: key<Generated<string | null>>(),
  }),
  /** What is charged. The token opens nothing but charges by us at the card processor. */
  table('payment_card', ofContract('お支払いのカード', 'settings'), {
    token_sealed: sealed<string, { contract_id: string }>({
      aad: (row) => cardAad(row.contract_id),
      omit: 'secret',
    }),
    brand: column<string>('ブランド'),
    last4: column<string>('下4桁'),
    /** `YYYY-MM`, the last month the card is good for. */
    expires: column<string>('有効期限'),
    updated_at: column<Temporal.Instant>('登録日時'),
  }),
  /** A visit to the provider's page for a new card: who went, and where to go back to. */
  table(
    'card_update',
    ofContract('カードの変更の手続き', 'settings', {
      earlier: {
        words: '手続きから1日',
        when: ({ now }) => sql`begun_at < ${now.subtract({ hours: 24 })}`,
      },
    }),
    {
      /** Whose card it is to be: of a contract, of an application for one, or of an heir who takes one over. */
      contract_id: key<string | null>(),
      application_id: key<string | null>(),
      succession_id: key<string | null>(),
      state_hash: secret<string>(),
      back_path: internal<string>(),
      begun_at: column<Temporal.Instant>('始めた日時'),
      ended_at: column<Temporal.Instant | null>('終わった日時'),
    },
  ),
  /** What a bill below zero (a credit, billing rule 13) paid of which later bill. */
  table('credit_use', ofContract('お預かりの使いみち', 'trade'), {
    /** The bill below zero. */
    from_month: column<TokyoMonth>('お預かりの月'),
    /** The bill it pays. */
    month: column<TokyoMonth>('使った月'),
    amount_yen: column<number>('金額（円）'),
    used_at: column<Temporal.Instant>('使った日時'),
  }),
  /**
   * What is left of a credit at the contract's end, given back to the cards of earlier payments, or by bank transfer
   * where no card takes it (billing rule 13).
   */
  table('refund', ofContract('返金', 'trade'), {
    /** The processor's idempotency id: asked again with it, nothing is given back twice. */
    refund_id: key<string>(),
    /** The bill below zero that is given back. */
    month: column<TokyoMonth>('ご利用月'),
    way: column<'card' | 'points' | 'transfer'>(said('方法', wayWords)),
    /** The payment it goes back to; none for a transfer. */
    payment_order_id: key<string | null>(),
    card_last4: column<string | null>('カードの下4桁'),
    amount_yen: column<number>('金額（円）'),
    state: column<'sent' | 'unknown' | 'ok' | 'refused'>(said('状態', settlementWords)),
    reason: column<string | null>('できなかった理由'),
    requested_at: column<Temporal.Instant>('手続き日時'),
    answered_at: column<Temporal.Instant | null>('カード会社の応答日時'),
    /** When staff let a refused card be asked again. */
    released_at: internal<Generated<Temporal.Instant | null>>(),
  }),
  /** One entry a fact, written in its transaction: debits are positive, credits negative, and their sum is zero. */
  table('posting', ofContract('会計の記帳', 'trade'), {
    source_ref: internal<string>(),
    account: column<Account>(said('科目', accountLabels)),
    amount_yen: column<number>('金額（円）'),
    booked_on: column<TokyoDate>('記帳日'),
    booked_at: column<Temporal.Instant>('記帳日時'),
  }),
  /** A contract whose bill could not be made, and which fact was missing. It stops nobody else. */
  table('close_failure', ofContract('請求を確定できなかった記録', 'trade'), {
    month: column<TokyoMonth>('ご利用月'),
    reason: column<string>(said('理由', { unpriced: '料金表にない項目' })),
    fact: internal<string>(),
    failed_at: column<Temporal.Instant>('日時'),
    resolved_at: column<Temporal.Instant | null>('解決した日時'),
  }),
  /**
   * Money given back for an outage, as an operator decides it (npm run compensation): the worker books it line by
   * line, and finishes what a lost worker began, each line and month once.
   */
  table(
    'compensation',
    stays('what staff decided for an outage; it names lines by their ids and no member'),
    {
      compensation_id: internal<string>(),
      /** Of the outage board, or a name of the operator's for what never stood there. */
      outage_id: internal<string>(),
      from_at: internal<Temporal.Instant>(),
      to_at: internal<Temporal.Instant>(),
      /** None: every line. */
      line_ids: internal<string[] | null>(),
      reason: internal<string>(),
      entered_at: internal<Temporal.Instant>(),
      done_at: internal<Temporal.Instant | null>(),
    },
  ),
  /** The close of a month: begun once, taken up again where it stopped, finished once. */
  table('month_close', stays('one row a month'), {
    month: internal<TokyoMonth>(),
    began_at: internal<Temporal.Instant>(),
    finished_at: internal<Temporal.Instant | null>(),
    contracts_done: internal<Generated<number>>(),
  }),
  /**
   * The parts of a month's close that are still to be billed, so that several closers work at once: each takes a
   * part, bills it and deletes it in one transaction. None is left when the month is closed.
   */
  table('month_close_part', stays('deleted with its month'), {
    month: internal<TokyoMonth>(),
    /** The part's first contract; it goes on to the first contract of the next part. */
    from_id: internal<string>(),
    until_id: internal<string | null>(),
  }),
]
