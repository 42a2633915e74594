import { column, internal, ofAccount, said, stays, table } from '#backend/table.ts'
import { type HouseNoticeKind, type NoticeKind, noticeKindLabels } from '#vocabulary/notice.ts'

export const noticeTables = [
  /** What the member has chosen; a kind without a row goes where the rules say. */
  table('notice_setting', ofAccount('お知らせの設定', 'account'), {
    kind: column<NoticeKind>(said('種類', noticeKindLabels)),
    mail: column<boolean>('メール'),
    sms: column<boolean>('SMS'),
    changed_at: column<Temporal.Instant>('変えた日時'),
  }),
  /** What the house writes to all members; each member's copy is a notice. */
  table('house_notice', stays('what the house has told all members'), {
    notice_no: internal<string>(),
    kind: internal<HouseNoticeKind>(),
    subject: internal<string>(),
    body: internal<string>(),
    posted_at: internal<Temporal.Instant>(),
    /** When every member had it. */
    done_at: internal<Temporal.Instant | null>(),
  }),
]
