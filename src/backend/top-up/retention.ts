import { held, left } from '#backend/held.ts'

export const topUpHeld = [
  held({
    table: 'spending_limit',
    by: 'contract_id',
    title: '料金の上限の設定',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      version: '版',
      limit_yen: '上限（円）',
      account_id: left.key,
      set_at: '設定日時',
    },
  }),
  held({
    table: 'spending_notice',
    by: 'contract_id',
    title: '料金の上限のお知らせ',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      notice_key: left.key,
      month: '月',
      message: '文面',
      raised_at: '日時',
    },
  }),
  held({
    table: 'auto_top_up_setting',
    by: 'contract_id',
    title: '自動チャージの設定',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      version: '版',
      pack_code: '容量',
      at_bytes: 'チャージする残量（バイト）',
      times_a_month: '月の回数',
      price_yen: '同意した金額（円）',
      account_id: left.key,
      set_at: '設定日時',
    },
  }),
  held({
    table: 'auto_top_up',
    by: 'contract_id',
    title: '自動チャージ',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      month: '月',
      nth: '回数',
      order_no: '受付番号',
      pack_code: '容量',
      price_yen: '金額（円）',
      setting_version: '設定の版',
      bought_at: '日時',
    },
  }),
]
