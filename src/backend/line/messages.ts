import { linePage } from '#vocabulary/pages.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import { lineWords } from '#backend/contract/line-words.ts'

type LineFacts = { accountId: string; line: LineRow; sealing: Sealing; exchangeId: string }

/** Sent whenever a line is stopped or resumed, so that the owner notices a stranger's act. */
export function suspensionMessage(
  facts: LineFacts & { done: 'suspended' | 'resumed'; reason: 'lost' | 'fraud' },
): MemberMessage {
  const { done, reason, exchangeId } = facts
  return {
    ...aboutLine(facts),
    sourceRef: `line-suspension/${exchangeId}`,
    event: {
      type: 'line.changed',
      data: { contractId: facts.line.contract_id, lineId: facts.line.line_id, change: done },
    },
    ...(reason === 'fraud'
      ? frozenWords[done]
      : done === 'suspended'
        ? {
            subject: '回線の利用を止めました',
            paragraphs: [
              '紛失・盗難のお申し出により、回線の利用を止めました。通話・SMS・データ通信はできません。',
              '見つかったら、マイページからすぐに再開できます。止めているあいだも基本料金はかかります。',
              ifUnexpected,
            ],
          }
        : {
            subject: '回線の利用を再開しました',
            paragraphs: [
              '回線の利用を再開しました。通話・SMS・データ通信ができます。',
              'お心当たりがないときは、マイページで回線を止めてから、お問い合わせください。',
            ],
          }),
  }
}

/** Our own stop: the member can lift nothing of it, and is told whom to ask. */
const frozenWords = {
  suspended: {
    subject: '安全のため、回線の利用を止めました',
    paragraphs: [
      '第三者に不正に利用されている疑いがあるため、回線の利用を止めました。通話・SMS・データ通信はできません。',
      'マイページからは再開できません。ご利用の状況を確認しますので、お問い合わせください。止めているあいだも基本料金はかかります。',
    ],
  },
  resumed: {
    subject: '回線の利用を再開しました',
    paragraphs: [
      'ご利用の状況を確認できたため、安全のために止めていた回線の利用を再開しました。通話・SMS・データ通信ができます。',
      'ご協力ありがとうございました。',
    ],
  },
} as const

/** Sent when the carrier refuses what the member was already shown. */
export function suspensionFailedMessage(
  facts: LineFacts & { wanted: 'suspend' | 'resume' },
): MemberMessage {
  const { wanted, exchangeId } = facts
  const verb = wanted === 'suspend' ? '止めよう' : '再開しよう'
  return {
    ...aboutLine(facts),
    sourceRef: `line-suspension-failed/${exchangeId}`,
    subject: `回線を${wanted === 'suspend' ? '止められ' : '再開でき'}ませんでした`,
    paragraphs: [
      `回線の利用を${verb}としましたが、回線の設備で受け付けられませんでした。`,
      'マイページで回線の状態を確かめて、もう一度お試しください。うまくいかないときは、お問い合わせください。',
    ],
  }
}

/** Sent when the carrier refuses a change of the block we had already shown as done. */
export function malwareBlockRefusedMessage(facts: LineFacts & { wanted: boolean }): MemberMessage {
  const [wanted, stays] = facts.wanted ? ['ON', 'OFF'] : ['OFF', 'ON']
  return {
    ...aboutLine(facts),
    sourceRef: `malware-block/${facts.exchangeId}`,
    subject: '危険なサイトのブロックを切り替えられませんでした',
    paragraphs: [
      `危険なサイトのブロックを${wanted}にする操作は、回線の設備で受け付けられませんでした。現在も${stays}のままです。`,
      '時間をおいて、もう一度お試しください。',
    ],
  }
}

function aboutLine({ accountId, line, sealing }: LineFacts) {
  return {
    accountId,
    kind: 'security' as const,
    facts: [{ label: '対象の回線', value: lineWords(line, sealing) }],
    link: { label: '回線の画面を開く', path: linePage(line.line_id) },
  }
}
