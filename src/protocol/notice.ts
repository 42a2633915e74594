import { z } from 'zod'
import { noticeKinds } from '#vocabulary/notice.ts'
import { accountEndpoint, visitorEndpoint } from './endpoint.ts'
import {
  count,
  cursor,
  instant,
  masked,
  opaqueId,
  ownPath,
  queryNumber,
  text,
} from './primitives.ts'
import { page } from './procedure.ts'

const noticeKind = z.enum(noticeKinds)

/** That mail does not reach the registered address, and since when something came back. */
const mailFailure = z
  .object({ kind: z.enum(['unknown', 'unreachable', 'complaint']), at: instant, mailTo: masked })
  .meta({ id: 'MailFailure' })

const settings = z
  .object({
    kinds: z.array(
      z.object({
        kind: noticeKind,
        mail: z.boolean(),
        sms: z.boolean(),
        /** Whether the member chooses it, the law or safety wants it, or a setting of its own decides. */
        mailRule: z.enum(['chosen', 'always', 'elsewhere']),
        smsOffered: z.boolean(),
      }),
    ),
    mailTo: masked,
    /** Absent without a phone number. */
    smsTo: masked.optional(),
  })
  .meta({ id: 'NoticeSettings' })

export const noticeApi = {
  noticesGet: accountEndpoint('GET', '/api/notices', {
    summary: 'あなたへのお知らせ',
    query: z.object({
      unread: z.enum(['true', 'false']).optional(),
      kind: noticeKind.optional(),
      cursor: cursor.optional(),
      limit: queryNumber(1, 100).optional(),
    }),
    result: z.object({
      ...page(
        z
          .object({
            noticeId: opaqueId,
            at: instant,
            kind: noticeKind,
            title: z.string(),
            body: z.string(),
            important: z.boolean(),
            readAt: instant.optional(),
            /** The same by mail. */
            mailedTo: masked.optional(),
            path: ownPath.optional(),
          })
          .meta({ id: 'Notice' }),
      ),
      unread: count,
      /** Absent while mail arrives, as far as is known. */
      mailFailure: mailFailure.optional(),
      /** Only kinds that have a notice. */
      byKind: z.array(z.object({ kind: noticeKind, all: count, unread: count })),
    }),
  }),

  noticesPut: accountEndpoint('PUT', '/api/notices', {
    summary: 'お知らせを読んだことにする',
    body: z.object({ noticeIds: z.array(opaqueId).min(1).max(100) }),
    result: z.object({ unread: count }),
  }),

  noticeSettingGet: accountEndpoint('GET', '/api/notice_setting', {
    summary: 'お知らせの送り先',
    result: settings,
  }),

  noticeSettingPut: accountEndpoint('PUT', '/api/notice_setting', {
    summary: 'お知らせの送り先を選ぶ',
    /** The kinds wanted by each way; what cannot be turned off goes out all the same. */
    body: z.object({
      mail: z.array(noticeKind).default([]),
      sms: z.array(noticeKind).default([]),
    }),
    result: settings,
  }),

  /** A mail by whose link the member shows that mail arrives. */
  mailCheckPost: accountEndpoint('POST', '/api/mail_check', {
    limit: 'ownMails',
    summary: '登録のメールアドレスに、届くことを確かめるメールを送る',
    result: z.object({ sentTo: masked, validUntil: instant }),
  }),

  mailCheckGet: visitorEndpoint('GET', '/api/mail_check', {
    limit: 'attempts',
    summary: '確かめるメールのリンクから見る、届くことが分かったかどうか',
    query: z.object({ t: text(200) }),
    result: z.object({ confirmed: z.boolean() }),
  }),

  /** Without a login: whoever reads the mail may stop its kind. */
  noticeStopGet: visitorEndpoint('GET', '/api/notice_stop', {
    limit: 'attempts',
    summary: 'メールのリンクから見る、止められるお知らせ',
    query: z.object({ t: text(200) }),
    result: z.object({ kind: noticeKind, label: z.string(), stopped: z.boolean() }),
  }),

  loginHistoryGet: accountEndpoint('GET', '/api/login_history', {
    summary: 'ログインの記録',
    query: z.object({ cursor: cursor.optional(), limit: queryNumber(1, 100).optional() }),
    result: z.object({
      ...page(
        z
          .object({
            loginId: opaqueId,
            at: instant,
            /** This very session. */
            current: z.boolean(),
            result: z.enum(['signedIn', 'refused', 'signedOut', 'expired']),
            device: z.string(),
            addressMasked: masked,
            /** The first from its device, while the account knew others. */
            newDevice: z.boolean(),
          })
          .meta({ id: 'Login' }),
      ),
    }),
  }),

  loginHistoryDelete: accountEndpoint('DELETE', '/api/login_history', {
    summary: 'ほかの端末のログインを終わらせる',
    /** One of them by its name; without one, all but this very session. */
    query: z.object({ loginId: opaqueId.optional() }),
    result: z.object({ ended: count }),
  }),
}
