import { type Generated, sql } from 'kysely'
import { column, internal, key, ofAccount, said, sealed, stays, table } from '#backend/table.ts'
import { monthsBefore } from '#domain/tokyo.ts'
import {
  NOTICE_MONTHS,
  type NoticeChannel,
  type NoticeKind,
  noticeKindLabels,
} from '#vocabulary/notice.ts'
import { mailReturnLabels, type MailReturnKind } from '#vocabulary/mail-return.ts'
import { contactMessageAad } from './contact-messages.ts'
import { mailAad, noticeAad, openNotice, type NoticeText } from './outbox.ts'

export const mailTables = [
  table(
    'notice',
    ofAccount('お知らせ', 'account', {
      earlier: {
        words: `お知らせした日から${NOTICE_MONTHS}か月`,
        when: ({ now }) => sql`raised_at < ${monthsBefore(now, NOTICE_MONTHS)}`,
      },
    }),
    {
      notice_id: key<string>(),
      kind: column<NoticeKind>(said('種類', noticeKindLabels)),
      title: column<string>('件名'),
      /** Of notices raised before bodies were sealed. */
      body: column<string | null, NoticeText>({
        title: '本文',
        show: (_, row, { sealing }) => openNotice(row, sealing),
      }),
      /** A notice names lines and numbers; the words of early ones are not sealed. */
      body_sealed: sealed<string | null, { account_id: string; notice_id: string }>({
        aad: (row) => noticeAad(row.account_id, row.notice_id),
        omit: 'internal',
      }),
      href: internal<string | null>(),
      /** The same went out by mail. */
      mailed: column<Generated<boolean>>('メールでも送ったか'),
      raised_at: column<Temporal.Instant>('日時'),
      read_at: column<Temporal.Instant | null>('読んだ日時'),
      source_ref: internal<string>(),
    },
  ),
  table(
    'mail_message',
    ofAccount('メールとSMS', 'account', {
      earlier: {
        words: `作成した日から${NOTICE_MONTHS}か月`,
        when: ({ now }) =>
          sql`state not in ('queued', 'waiting') and queued_at < ${monthsBefore(now, NOTICE_MONTHS)}`,
      },
    }),
    {
      mail_id: key<string>(),
      /** A message of the outbox is a mail or an SMS of the same words. */
      channel: column<Generated<NoticeChannel>>(said('送り方', { mail: 'メール', sms: 'SMS' })),
      subject: column<string>('件名'),
      body_sealed: sealed<string, { mail_id: string }>({
        aad: (row) => mailAad.body(row.mail_id),
        title: '本文',
      }),
      /** Null in mails that were queued before there was an HTML form. */
      content_sealed: sealed<string | null, { mail_id: string }>({
        aad: (row) => mailAad.content(row.mail_id),
        omit: 'internal',
      }),
      address_sealed: sealed<string, { mail_id: string }>({
        aad: (row) => mailAad.address(row.mail_id),
        title: '宛先',
      }),
      state: column<'waiting' | 'queued' | 'sent' | 'failed' | 'left_out'>(
        said('状態', {
          waiting: 'プッシュ通知で読まれるのを待っています',
          queued: '送信待ち',
          sent: '送信済み',
          failed: '送信できず',
          left_out: 'プッシュ通知で読まれたため送らず',
        }),
      ),
      /** Until when it waits for the same to be read on a device. */
      held_until: internal<Temporal.Instant | null>(),
      queued_at: column<Temporal.Instant>('作成日時'),
      /** By the database's clock. */
      waits_since: internal<Generated<Temporal.Instant>>(),
      sent_at: column<Temporal.Instant | null>('送信日時'),
      source_ref: internal<string>(),
    },
  ),
  /**
   * What goes to one contact and is no notice of my page: codes, and word of a change to the contacts of before. The
   * words are emptied once they are sent.
   */
  table(
    'contact_message',
    ofAccount('確認コードなどの連絡', 'account', {
      // Their words are empty once sent; that they were sent is of use for questions only.
      earlier: {
        words: '送信から30日',
        when: ({ now }) => sql`queued_at < ${now.subtract({ hours: 24 * 30 })}`,
      },
    }),
    {
      message_id: key<string>(),
      channel: column<'mail' | 'sms'>(said('送信方法', { mail: 'メール', sms: 'SMS' })),
      contact_sealed: sealed<string, { message_id: string }>({
        aad: (row) => contactMessageAad.contact(row.message_id),
        title: '送信先',
      }),
      subject: column<string>('件名'),
      /** Empty once it was sent. */
      // The words of a code that is still on its way would be the code.
      body_sealed: sealed<string, { message_id: string }>({
        aad: (row) => contactMessageAad.body(row.message_id),
        omit: 'secret',
      }),
      state: column<'queued' | 'sent' | 'failed' | 'outdated'>(
        said('状態', {
          queued: '送信待ち',
          sent: '送信済み',
          failed: '送信できず',
          outdated: '期限切れ',
        }),
      ),
      queued_at: column<Temporal.Instant>('作成日時'),
      /** A code is of no use afterwards and is not sent any more. */
      useful_until: internal<Temporal.Instant | null>(),
      sent_at: column<Temporal.Instant | null>('送信日時'),
    },
  ),
  /** What came back of a mail, or was reported of it (docs/decisions/093): a report that comes twice counts once. */
  table(
    'mail_return',
    ofAccount('戻ってきたメール', 'account', {
      earlier: {
        words: `戻ってきた日から${NOTICE_MONTHS}か月`,
        when: ({ now }) => sql`returned_at < ${monthsBefore(now, NOTICE_MONTHS)}`,
      },
    }),
    {
      mail_id: key<string>(),
      kind: column<MailReturnKind>(said('理由', mailReturnLabels)),
      /** The status code of the other side (RFC 3463), where it gave one. */
      status: column<string | null>('相手のサーバーの状態コード'),
      /** Of the address the mail went to, as account.email_index: another address is not failing for it. */
      address_index: internal<string>(),
      returned_at: column<Temporal.Instant>('戻ってきた日時'),
      /** The member has received mail there since. */
      mended_at: column<Temporal.Instant | null>('届くと確かめた日時'),
    },
  ),
  /** When the next message may go out, by the database's clock: one pace for all workers. */
  table('send_pace', stays('one row a channel'), {
    channel: internal<NoticeChannel>(),
    next_at: internal<Temporal.Instant>(),
  }),
]
