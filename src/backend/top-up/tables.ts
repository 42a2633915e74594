import type { JSONColumnType } from 'kysely'
import { column, details, key, ofContract, table } from '#backend/table.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'
import type { TopUpCode } from '#vocabulary/data.ts'

export const topUpTables = [
  table('spending_limit', ofContract('料金の上限の設定', 'settings'), {
    version: column<number>('版'),
    /** With tax; null is no ceiling. */
    limit_yen: column<number | null>('上限（円）'),
    account_id: key<string>(),
    set_at: column<Temporal.Instant>('設定日時'),
  }),
  /** Messages about the ceiling and automatic top-up. Writing the row is what sends one only. */
  table('spending_notice', ofContract('料金の上限のお知らせ', 'settings'), {
    notice_key: key<string>(),
    month: column<TokyoMonth>('月'),
    message: column<string>('文面'),
    raised_at: column<Temporal.Instant>('日時'),
  }),
  table('auto_top_up_setting', ofContract('自動チャージの設定', 'trade'), {
    version: column<number>('版'),
    /** Null is switched off. */
    pack_code: column<TopUpCode | null>('容量'),
    at_bytes: column<number | null>('チャージする残量（バイト）'),
    times_a_month: column<number | null>('月の回数'),
    /** The price agreed to, with tax: at another one nothing is bought. */
    price_yen: column<number | null>('同意した金額（円）'),
    account_id: key<string>(),
    set_at: column<Temporal.Instant>('設定日時'),
  }),
  /** The nth automatic purchase of a month: the key makes it one effect however often the job runs. */
  table('auto_top_up', ofContract('自動チャージ', 'trade'), {
    month: column<TokyoMonth>('月'),
    nth: column<number>('回数'),
    order_no: column<string>('受付番号'),
    pack_code: column<TopUpCode>('容量'),
    price_yen: column<number>('金額（円）'),
    setting_version: column<number>('設定の版'),
    bought_at: column<Temporal.Instant>('日時'),
  }),
  /** What a member was shown when something was bought. */
  table('receipt', ofContract('受付の控え', 'trade'), {
    order_no: column<string>('受付番号'),
    details: column<JSONColumnType<Record<string, unknown>>>(details('内容')),
    issued_at: column<Temporal.Instant>('発行日時'),
  }),
]
