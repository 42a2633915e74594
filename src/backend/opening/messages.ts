import type { LineRow } from '#backend/contract/contracts.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import { formatNumber } from '#backend/contract/line-words.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { stepRing, type MemberMessage } from '#backend/mail/member-message.ts'
import { planOn, type PlanCode } from '#domain/catalogue/plan.ts'
import { dayOfMonth, type TokyoDate } from '#domain/tokyo.ts'
import { kindLabels } from '#vocabulary/line.ts'
import { pages } from '#vocabulary/pages.ts'

/** The first line is in service. */
export function welcomeMessage(begun: {
  accountId: string
  contractId: string
  planCode: PlanCode
  lines: readonly LineRow[]
  startedOn: TokyoDate
  sealing: Sealing
}): MemberMessage {
  const { accountId, contractId, planCode, lines, startedOn, sealing } = begun
  const served = lines.filter(({ status }) => status === 'active')
  return {
    accountId,
    sourceRef: `welcome:${contractId}`,
    kind: 'procedure',
    subject: 'ご利用を開始しました',
    paragraphs: [
      'ようこそ。回線が開通し、今日からお使いいただけます。',
      '端末でAPN（接続先）を設定すると、データ通信が始まります。データ残量やご請求の見込みは、マイページでいつでもご確認いただけます。',
      `${dayOfMonth(startedOn) === 1 ? '今月の基本料は1か月分です' : '初めての月の基本料は、今日からの日割りです'}。契約書面はマイページでご覧いただけます。`,
    ],
    facts: [
      { label: '利用開始日', value: formatDay(startedOn) },
      { label: 'データ容量', value: planOn(planCode, startedOn).name },
      ...served.map((line) => ({
        label: '電話番号',
        value: `${formatNumber(openNumber(line, sealing))}（${kindLabels[line.kind]}）`,
      })),
    ],
    ring: stepRing(4, 4, '開通', '完了しました'),
    link: { label: 'マイページを開く', path: pages.top },
  }
}

/** No line came into service: there is no contract, and nothing to pay. */
export function openingFailedMessage(failed: {
  accountId: string
  contractId: string
}): MemberMessage {
  const { accountId, contractId } = failed
  return {
    accountId,
    sourceRef: `opening-failed:${contractId}`,
    kind: 'procedure',
    subject: '開通できませんでした',
    paragraphs: [
      '回線の設備で受け付けられなかったため、お申し込みの回線を開通できませんでした。料金はかかりません。',
      'お手数ですが、内容をお確かめのうえ、もう一度お申し込みください。',
    ],
    facts: [{ label: '料金', value: '0円' }],
    link: { label: 'マイページを開く', path: pages.top },
  }
}
