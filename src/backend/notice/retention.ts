import { sql } from 'kysely'
import { held, left, said } from '#backend/held.ts'
import { mailAad } from '#backend/mail/outbox.ts'
import { monthsBefore } from '#domain/tokyo.ts'
import { NOTICE_KEPT_MONTHS, noticeKindLabels } from '#vocabulary/notice.ts'
import { deviceWords } from '#backend/hold/device-words.ts'
import { openNotice } from './queries/notices.ts'

export const noticeHeld = [
  held({
    table: 'notice',
    by: 'account_id',
    title: 'お知らせ',
    kept: {
      for: 'account',
      past: {
        words: `お知らせした日から${NOTICE_KEPT_MONTHS}か月`,
        when: ({ now }) => sql`raised_at < ${monthsBefore(now, NOTICE_KEPT_MONTHS)}`,
      },
    },
    columns: {
      account_id: left.key,
      notice_id: left.key,
      kind: said('種類', 'kind', noticeKindLabels),
      title: '件名',
      body: { title: '本文', show: (row, sealing) => openNotice(row, sealing) },
      body_sealed: left.internal,
      href: left.internal,
      mailed: 'メールでも送ったか',
      raised_at: '日時',
      read_at: '読んだ日時',
      source_ref: left.internal,
    },
  }),
  held({
    table: 'mail_message',
    by: 'account_id',
    title: 'メールとSMS',
    kept: {
      for: 'account',
      past: {
        words: `作成した日から${NOTICE_KEPT_MONTHS}か月`,
        when: ({ now }) =>
          sql`state <> 'queued' and queued_at < ${monthsBefore(now, NOTICE_KEPT_MONTHS)}`,
      },
    },
    columns: {
      mail_id: left.key,
      channel: said('送り方', 'channel', { mail: 'メール', sms: 'SMS' }),
      account_id: left.key,
      subject: '件名',
      body_sealed: {
        title: '本文',
        show: (row, sealing) => sealing.open(mailAad.body(row.mail_id), row.body_sealed),
      },
      content_sealed: left.internal,
      address_sealed: {
        title: '宛先',
        show: (row, sealing) => sealing.open(mailAad.address(row.mail_id), row.address_sealed),
      },
      state: said('状態', 'state', { queued: '送信待ち', sent: '送信済み', failed: '送信できず' }),
      queued_at: '作成日時',
      waits_since: left.internal,
      sent_at: '送信日時',
      source_ref: left.internal,
    },
  }),
  held({
    table: 'notice_setting',
    by: 'account_id',
    title: 'お知らせの設定',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      kind: said('種類', 'kind', noticeKindLabels),
      mail: 'メール',
      sms: 'SMS',
      changed_at: '変えた日時',
    },
  }),
  held({
    table: 'session',
    by: 'account_id',
    title: 'ログインの記録',
    kept: {
      for: 'account',
      past: {
        words: 'ログインが終わってから180日',
        when: ({ loginNow }) => sql`expires_at < ${loginNow.subtract({ hours: 24 * 180 })}`,
      },
    },
    columns: {
      session_hash: left.secret,
      account_id: left.key,
      created_at: '日時',
      last_seen_at: '最後の操作の日時',
      expires_at: '期限',
      authenticated_at: 'パスワードを入力した日時',
      second_factor_at: '二段階の確認をした日時',
      id_token_sealed: left.secret,
      user_agent: { title: '端末', show: (row) => deviceWords(row.user_agent) },
      address_masked: 'IPアドレス（一部）',
      device_hash: left.secret,
      is_new_device: 'はじめての端末',
      ended_at: 'ログアウトした日時',
    },
  }),
]
