import type { Generated, JSONColumnType } from 'kysely'
import { column, details, key, ofContract, said, table } from '#backend/table.ts'
import type { AlertSubject, Threshold } from '#domain/data/alert.ts'

export const alertTables = [
  /** A contract without a row has the default settings. */
  table('alert_setting', ofContract('データ残量などのお知らせの設定', 'settings'), {
    channel: column<'mail' | 'none'>(said('届け方', { mail: 'メール', none: '届けない' })),
    thresholds: column<JSONColumnType<Threshold[]>>(details('お知らせする値')),
    /** The message that the data is used up: it has no value to reach. */
    used_up: column<Generated<boolean>>('使い切ったときのお知らせ'),
    changed_at: column<Temporal.Instant>('変更日時'),
  }),
  /**
   * Contracts whose data has changed so that a threshold may be reached: what the hourly alerts look at, instead of
   * every contract (docs/decisions/070). Rows are only inserted and deleted: nobody waits for anybody.
   */
  table('alert_due', ofContract('お知らせの確認を待つ契約', 'settings'), {
    due_id: key<string>(),
  }),
  /** One row a threshold and month: writing it is what sends one notice only. */
  table('alert_notice', ofContract('データ残量などのお知らせ', 'settings'), {
    notice_key: key<string>(),
    unit: column<AlertSubject['unit']>(
      said('種類', {
        remainingBytes: 'データ残量',
        usedPercent: '使った割合',
        chargesYen: '料金',
        usedUp: '使い切り',
      }),
    ),
    value: column<number>('値'),
    message: column<string>('文面'),
    raised_at: column<Temporal.Instant>('日時'),
  }),
]
