import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { HouseNoticeKind } from '#vocabulary/notice.ts'
import { pages } from '#vocabulary/pages.ts'

/** What the house writes to all members, in the words that two people have read. */
export const houseNoticeMessage = (
  accountId: string,
  notice: {
    readonly noticeNo: string
    readonly kind: HouseNoticeKind
    readonly subject: string
    readonly body: string
  },
): MemberMessage => ({
  accountId,
  sourceRef: `house-notice/${notice.noticeNo}`,
  kind: notice.kind,
  subject: notice.subject,
  paragraphs: notice.body.split(/\n{2,}/u),
  facts: [],
  link: { label: 'お知らせを開く', path: pages.notices },
})
