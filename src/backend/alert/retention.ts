import { details, held, left, said } from '#backend/held.ts'

export const alertHeld = [
  held({
    table: 'alert_setting',
    by: 'contract_id',
    title: 'データ残量などのお知らせの設定',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      channel: said('届け方', 'channel', { mail: 'メール', none: '届けない' }),
      thresholds: details('お知らせする値', 'thresholds'),
      used_up: '使い切ったときのお知らせ',
      changed_at: '変更日時',
    },
  }),
  held({
    table: 'alert_due',
    by: 'contract_id',
    title: 'お知らせの確認を待つ契約',
    kept: { for: 'settings' },
    columns: { contract_id: left.key, due_id: left.key },
  }),
  held({
    table: 'alert_notice',
    by: 'contract_id',
    title: 'データ残量などのお知らせ',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      notice_key: left.key,
      unit: said('種類', 'unit', {
        remainingBytes: 'データ残量',
        usedPercent: '使った割合',
        chargesYen: '料金',
        usedUp: '使い切り',
      }),
      value: '値',
      message: '文面',
      raised_at: '日時',
    },
  }),
]
