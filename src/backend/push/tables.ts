import { type Generated, sql } from 'kysely'
import { contractIsOver } from '#backend/contract-over.ts'
import {
  column,
  internal,
  key,
  ofAccount,
  said,
  sealed,
  secret,
  stays,
  table,
} from '#backend/table.ts'
import { type NoticeKind, noticeKindLabels } from '#vocabulary/notice.ts'
import { pushAad } from './aad.ts'

const PUSH_DAYS = 30

export const pushTables = [
  table(
    'push_subscription',
    ofAccount('プッシュ通知を受け取る端末', 'account', {
      earlier: {
        words:
          'ログアウトしたとき、端末が受け取らなくなったとき、またはすべてのご契約が終わったとき',
        // A device is told of a contract; who has applied for one is told how that goes.
        when: () => sql`
          exists (select from contract c where c.account_id = push_subscription.account_id)
          and not exists (select from contract c
            where c.account_id = push_subscription.account_id and not ${contractIsOver})`,
      },
    }),
    {
      subscription_id: key<string>(),
      /** The browser, as in device: the row goes with it. */
      device_hash: secret<string>(),
      endpoint_hash: secret<string>(),
      /** Address and keys of the device, as JSON: with them anybody could write to it. */
      target_sealed: sealed<string, { subscription_id: string }>({
        aad: (row) => pushAad.target(row.subscription_id),
        omit: 'secret',
      }),
      /** The host of the push service. */
      service: column<string>('届けるサービス'),
      device: column<string>('端末'),
      kinds: column<NoticeKind[]>({
        title: '受け取る種類',
        show: (kinds) => kinds.map((kind) => noticeKindLabels[kind]).join('、'),
      }),
      with_details: column<boolean>('件名と数字を画面に出す'),
      /** Hours of the day in Japan. */
      quiet_from: column<number | null>('静かにする時間の始まり（時）'),
      quiet_until: column<number | null>('静かにする時間の終わり（時）'),
      added_at: column<Temporal.Instant>('追加した日時'),
      changed_at: column<Temporal.Instant>('変更した日時'),
      delivered_at: column<Temporal.Instant | null>('最後に届けた日時'),
    },
  ),
  table(
    'push_message',
    ofAccount('プッシュ通知', 'account', {
      earlier: {
        words: `作成した日から${PUSH_DAYS}日`,
        when: ({ now }) => sql`queued_at < ${now.subtract({ hours: 24 * PUSH_DAYS })}`,
      },
    }),
    {
      push_id: key<string>(),
      subscription_id: internal<string>(),
      notice_id: internal<string>(),
      kind: column<NoticeKind>(said('種類', noticeKindLabels)),
      /** What the lock screen says. */
      title: column<string>('件名'),
      payload_sealed: sealed<string, { push_id: string }>({
        aad: (row) => pushAad.payload(row.push_id),
        omit: 'internal',
      }),
      state: column<'waiting' | 'queued' | 'sent' | 'left_out' | 'failed' | 'gone'>(
        said('状態', {
          waiting: '静かにする時間が終わるのを待っています',
          queued: '送信待ち',
          sent: '送信済み',
          left_out: '先に読まれたため送らず',
          failed: '送信できず',
          gone: '端末が受け取らなくなった',
        }),
      ),
      /** The end of the quiet hours that it waits for. */
      begins_at: column<Temporal.Instant | null>('送り始める日時'),
      queued_at: column<Temporal.Instant>('作成日時'),
      /** By the database's clock. */
      waits_since: internal<Generated<Temporal.Instant>>(),
      sent_at: column<Temporal.Instant | null>('送信日時'),
    },
  ),
  /** What holds for all devices of an account; who has chosen nothing has no row. */
  table('push_choice', ofAccount('プッシュ通知の設定', 'account'), {
    mail_unless_read: column<boolean>('プッシュ通知で読んだら同じ内容のメールを省く'),
    /** That it was offered and not wanted: it is not offered again. */
    declined_at: column<Temporal.Instant | null>('案内を断った日時'),
    changed_at: column<Temporal.Instant>('変更した日時'),
  }),
  /** Push services that have asked to be left alone, by the database's clock. */
  table('push_pause', stays('one row a push service'), {
    service: internal<string>(),
    until: internal<Temporal.Instant>(),
  }),
]
