import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
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

/** A browser is told from here on: by mail too, since somebody else may have asked for it. */
export function pushDeviceMessage(facts: {
  readonly accountId: string
  readonly subscriptionId: string
  readonly device: string
}): MemberMessage {
  return {
    accountId: facts.accountId,
    sourceRef: `push-device:${facts.subscriptionId}`,
    kind: 'security',
    isOwnAct: true,
    subject: 'プッシュ通知を受け取る端末を追加しました',
    paragraphs: [
      'お知らせが届いたことを、この端末の画面でもお知らせします。種類と時間帯は、プッシュ通知の設定で選べます。',
      ifUnexpected,
    ],
    facts: [{ label: '端末', value: facts.device }],
    link: { label: 'プッシュ通知の設定を開く', path: pages.push },
  }
}
