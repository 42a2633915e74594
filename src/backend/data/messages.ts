import { formatDay } from '#backend/mail/japanese-date.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import type { ThreeDayMeter } from '#domain/data/three-day.ts'
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

/** What was used at low speed comes near to the three-day limit: there is still something to do. */
export function nearLimitMessage(facts: {
  readonly accountId: string
  readonly sourceRef: string
  readonly line: string
  readonly meter: Pick<ThreeDayMeter, 'sumBytes' | 'tomorrowBytes' | 'limitBytes' | 'days'>
}): MemberMessage {
  const { accountId, sourceRef, line, meter } = facts
  const { sumBytes, tomorrowBytes, limitBytes, days } = meter
  const used = formatVolume(Math.max(sumBytes, tomorrowBytes), 'used')
  const limit = formatVolume(limitBytes, 'quota')
  const [first] = days
  return {
    accountId,
    sourceRef,
    kind: 'alert',
    subject: '3日間の通信量が上限に近づいています',
    paragraphs: [
      `低速での通信量が、直近3日間で${used}になりました。${limit}を超えると、通信がさらに遅くなります。`,
      '動画やアプリの更新を控えるか、データチャージをすると、遅くならずにお使いいただけます。',
    ],
    pushedDetail: `${limit}を超えると、さらに遅くなります。開くと戻し方が出ます。`,
    facts: [
      { label: '対象の回線', value: line },
      { label: '3日間の通信量', value: `${used}（上限 ${limit}）` },
      ...(first === undefined ? [] : [{ label: '数え始めた日', value: formatDay(first.date) }]),
    ],
    link: { label: 'データ利用状況を開く', path: pages.usage },
  }
}
