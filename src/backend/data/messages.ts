import { formatDay } from '#backend/mail/japanese-date.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import type { ThreeDayMeter } from '#domain/data/three-day.ts'
import type { CapPeriod } from '#vocabulary/line-cap.ts'
import { lineCapPage, pages } from '#vocabulary/pages.ts'
import type { ReachRow } from './rows/line-caps.ts'

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
  readonly of: { readonly contractId: string; readonly lineId: string }
  readonly meter: Pick<ThreeDayMeter, 'sumBytes' | 'tomorrowBytes' | 'limitBytes' | 'days'>
}): MemberMessage {
  const { accountId, sourceRef, line, meter, of } = facts
  const { sumBytes, tomorrowBytes, limitBytes, days } = meter
  const used = formatVolume(Math.max(sumBytes, tomorrowBytes), 'used')
  const limit = formatVolume(limitBytes, 'quota')
  const [first] = days
  return {
    accountId,
    sourceRef,
    kind: 'alert',
    event: { type: 'cap.near', data: { ...of, of: 'threeDays', period: 'threeDays' } },
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
    link: { label: 'データ利用状況を開く', path: `${pages.usage}#three-day` },
  }
}

export type CapMessageFacts = {
  /** As `lineWords` names it. */
  readonly line: string
  readonly lineId: string
  /** The holder chose to be asked. */
  readonly asks: boolean
}

type Reached = CapMessageFacts & {
  readonly accountId: string
  readonly reach: Pick<ReachRow, 'contract_id' | 'reach_id' | 'period' | 'cap_bytes' | 'used_bytes'>
}

const periodWords = { day: '今日', month: '今月' } as const
const backWords = { day: '日付が変わると', month: '月が変わると' } as const

const capLink = (lineId: string, label: string) => ({ label, path: lineCapPage(lineId) })

const capFacts = (period: CapPeriod, line: string, usedBytes: number, capBytes: number) => [
  { label: '対象の回線', value: line },
  { label: `${periodWords[period]}の利用`, value: formatVolume(usedBytes, 'used') },
  { label: `${periodWords[period]}の上限`, value: formatVolume(capBytes, 'quota') },
]

/** A share of the cap that the holder wanted to know of. */
export function capWarningMessage(warning: {
  readonly accountId: string
  readonly sourceRef: string
  readonly contractId: string
  readonly line: string
  readonly lineId: string
  readonly period: CapPeriod
  readonly usedBytes: number
  readonly capBytes: number
}): MemberMessage {
  const { accountId, sourceRef, contractId, line, lineId, period, usedBytes, capBytes } = warning
  const percent = Math.floor((usedBytes * 100) / capBytes)
  return {
    accountId,
    sourceRef,
    kind: 'alert',
    event: { type: 'cap.near', data: { contractId, lineId, of: 'line', period } },
    subject: '回線が上限に近づいています',
    paragraphs: [
      `${line}が、${periodWords[period]}の上限の${percent}％まで使いました。上限に届くと低速に切り替わり、${backWords[period]}高速に戻ります。`,
    ],
    facts: capFacts(period, line, usedBytes, capBytes),
    link: capLink(lineId, 'この回線の上限を開く'),
  }
}

/** A line has reached its cap; where the holder wanted to be asked, with what can be done at once. */
export function capReachedMessage({
  accountId,
  reach,
  line,
  lineId,
  asks,
}: Reached): MemberMessage {
  const { period, cap_bytes: capBytes, used_bytes: usedBytes, contract_id: contractId } = reach
  return {
    accountId,
    sourceRef: `line-cap/${reach.reach_id}/reached`,
    kind: 'alert',
    event: { type: 'cap.reached', data: { contractId, lineId, of: 'line', period } },
    subject: asks ? '上限に届きました。どうしますか' : '回線が上限に届きました',
    paragraphs: [
      `${line}が${periodWords[period]}の上限に届き、低速（200kbps）に切り替わりました。文字のやりとりと通話はそのまま使えます。${backWords[period]}高速に戻ります。`,
      ...(asks ? ['今日だけ上限を増やすこともできます。増やすと、すぐに高速に戻ります。'] : []),
    ],
    facts: capFacts(period, line, usedBytes, capBytes),
    link: capLink(lineId, asks ? '今日だけ増やす' : 'この回線の上限を開く'),
  }
}

/** A line is below its cap again before the period is over. */
export function capLiftedMessage({ accountId, reach, line, lineId }: Reached): MemberMessage {
  return {
    accountId,
    sourceRef: `line-cap/${reach.reach_id}/lifted`,
    kind: 'alert',
    event: {
      type: 'line.changed',
      data: { contractId: reach.contract_id, lineId, change: 'restored' },
    },
    subject: '上限による低速を解除しました',
    paragraphs: [
      `${line}は、また高速で通信できます。上限を変えたとき、今日だけ増やしたとき、または利用量の訂正で上限を下回ったときにお知らせしています。`,
    ],
    facts: [{ label: '対象の回線', value: line }],
    link: capLink(lineId, 'この回線の上限を開く'),
  }
}
