import { orderPage, pages } from '#vocabulary/pages.ts'
import { operationLabels, type Operation } from '#vocabulary/operation.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'

type QueuedFacts = { accountId: string; queueId: string; operation: Operation; queuedAt: Instant }

/** A queued procedure was begun; the procedure's own message follows with its dates and prices. */
export function queueStartedMessage(facts: QueuedFacts & { orderNo: string }): MemberMessage {
  const { queueId, operation, orderNo } = facts
  const label = operationLabels[operation]
  return {
    ...about(facts),
    sourceRef: `queue-started:${queueId}`,
    subject: `順番待ちの手続きを始めました（${label}）`,
    paragraphs: [`順番待ちで受け付けていた「${label}」の手続きを始めました。`],
    facts: [...factsOf(facts), { label: '受付番号', value: orderNo }],
    link: { label: 'お手続き状況を開く', path: orderPage(orderNo) },
  }
}

/** @param reason the sentence of the rule that refuses it. */
export function queueRefusedMessage(facts: QueuedFacts & { reason: string }): MemberMessage {
  const { queueId, operation, reason } = facts
  const label = operationLabels[operation]
  return {
    ...about(facts),
    sourceRef: `queue-refused:${queueId}`,
    subject: `順番待ちの手続きを始められませんでした（${label}）`,
    paragraphs: [`順番待ちで受け付けていた「${label}」は、始められませんでした。`, reason],
    facts: factsOf(facts),
    link: { label: 'お手続き状況を開く', path: pages.orders },
  }
}

const about = ({ accountId }: QueuedFacts) => ({ accountId, kind: 'procedure' as const })

const factsOf = ({ operation, queuedAt }: QueuedFacts) => [
  { label: '手続き', value: operationLabels[operation] },
  { label: 'お申し込みの日', value: formatDay(toTokyoDate(queuedAt)) },
]
