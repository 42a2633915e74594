import { formatUntil } from '#backend/mail/japanese-date.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { Instant } from '#domain/tokyo.ts'
import { orderPage } from '#vocabulary/pages.ts'

/** A booking can be taken back for a day more. */
export function undoLimitMessage(facts: {
  readonly accountId: string
  readonly orderNo: string
  /** Of the order, as lists name it. */
  readonly title: string
  readonly until: Instant
}): MemberMessage {
  const { accountId, orderNo, title, until } = facts
  const limit = formatUntil(until)
  return {
    accountId,
    sourceRef: `undo-limit:${orderNo}:${until.toString()}`,
    kind: 'procedure',
    isNotMailed: true,
    subject: '予約の取り消しは、まもなく締め切ります',
    paragraphs: [
      `「${title}」の予約は、${limit}まで取り消せます。`,
      'このままでよろしければ、何もなさらなくて結構です。',
    ],
    pushedDetail: `「${title}」は、${limit.replace(/^\d+年/u, '')}まで取り消せます。`,
    facts: [
      { label: '手続き', value: title },
      { label: '取り消しできる期限', value: limit },
      { label: '受付番号', value: orderNo },
    ],
    link: { label: '予約を確認する', path: orderPage(orderNo) },
  }
}
