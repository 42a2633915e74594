import type { MemberMessage } from '#backend/mail/member-message.ts'
import { pages } from '#vocabulary/pages.ts'

/** Sent when the carrier refuses a change of the switch that was shown as done already. */
export function switchRefusedMessage(refused: {
  accountId: string
  exchangeId: string
  line: string
  wanted: boolean
}): MemberMessage {
  const { accountId, exchangeId, line, wanted } = refused
  const [requested, stays] = wanted ? ['ON', 'OFF'] : ['OFF', 'ON']
  return {
    accountId,
    sourceRef: `high-speed/${exchangeId}`,
    kind: 'data',
    subject: '高速データ通信を切り替えられませんでした',
    paragraphs: [
      `高速データ通信を${requested}に切り替える操作は、回線の設備で受け付けられませんでした。現在も${stays}のままです。`,
      '時間をおいて、もう一度お試しください。',
    ],
    facts: [{ label: '対象の回線', value: line }],
    link: { label: 'データ利用状況を開く', path: pages.usage },
  }
}
