import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { brand } from '#brand'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { planCodeOf } from '#backend/contract/facts.ts'
import { monthlyBill, servedLines } from '#backend/contract/monthly-use.ts'
import { toWireTotals } from '#backend/contract/totals.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Holder } from '#backend/holder.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import { formatNumber } from '#backend/contract/line-words.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import { planOn } from '#domain/catalogue/plan.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { DocumentContent } from './content.ts'

export type DocumentSubject = {
  kind: 'new' | 'change'
  version: number
  contract: ContractRow
  lines: readonly LineRow[]
  holder: Holder
  /** The day the contract stands as printed. */
  asOf: TokyoDate
  order?: { orderNo: string; procedure: OrderProcedure } | undefined
}

/** The contract as it stands, in the words the law asks for (電気通信事業法 第26条の2). */
export function contractContent(subject: DocumentSubject, sealing: Sealing): DocumentContent {
  const { kind, version, contract, lines, holder, asOf, order } = subject
  const plan = planOn(planCodeOf(contract), asOf)
  const monthly = toWireTotals(monthlyBill(contract, lines, asOf))
  const served = servedLines(lines)
  return {
    title: titleOf(kind),
    facts: [
      { label: '書面の番号', value: `${contract.contract_id}-${version}` },
      { label: '書面の日付', value: formatDay(asOf) },
      ...(order === undefined
        ? []
        : [
            {
              label: '変更の手続き',
              value: `${operationLabels[order.procedure]}（受付番号：${order.orderNo}）`,
            },
          ]),
    ],
    blocks: [
      {
        heading: 'ご契約者',
        rows: [
          { label: '氏名', value: `${holder.name} 様` },
          ...(holder.address === undefined
            ? []
            : [{ label: '住所', value: `〒${formatZip(holder.zipCode)} ${holder.address}` }]),
        ],
      },
      {
        heading: 'ご契約の内容',
        rows: [
          { label: 'サービス名', value: brand.service },
          { label: 'データ容量', value: `${plan.name}（月間の高速データ通信）` },
          {
            label: 'コース',
            value: contract.course === 'share' ? 'シェアコース' : 'シングルコース',
          },
          ...(contract.started_on === null
            ? []
            : [{ label: '利用開始日', value: formatDay(contract.started_on) }]),
          ...served.map((line, index) => ({
            label: `${index + 1}回線目`,
            value: `${formatNumber(openNumber(line, sealing))}　${kindLabels[line.kind]}（${simSizeLabels[line.sim_size]}）`,
          })),
        ],
      },
      {
        heading: '毎月の料金',
        rows: [
          ...monthly.charges.map((charge) => ({ label: charge.label, value: charge.explanation })),
          {
            label: '合計',
            value: `${monthly.totalYen.toLocaleString('ja-JP')}円（税込）　通話料とSMS通信料は別にかかります。`,
          },
        ],
      },
      { heading: '通信速度と通信の制限', paragraphs: speedWords(asOf) },
      { heading: '解約と転出', paragraphs: leavingWords },
      { heading: '初期契約解除', paragraphs: initialCancelWords(asOf) },
      {
        heading: '電気通信事業者',
        rows: [
          { label: '事業者', value: brand.company },
          {
            label: '問い合わせ',
            value: 'マイページの「お問い合わせ」から24時間受け付けています。',
          },
        ],
      },
    ],
    footer: brand.company,
  }
}

export function titleOf(kind: 'new' | 'change'): string {
  return kind === 'new' ? '契約書面' : '契約書面（変更）'
}

function speedWords(on: TokyoDate): string[] {
  return [
    `データ容量を使い切ったあと、または高速データ通信を切っているあいだの通信速度は、最大${ruleValue('lowSpeed', on)}kbpsです。`,
    `低速時の通信量が、前日までの${ruleValue('threeDayWindow', on)}日間の合計で${ruleValue('threeDayLimit', on)}MBを超えると、さらに速度を制限することがあります。`,
    '通信速度はベストエフォートです。場所や時間帯により、実際の速度は変わります。',
  ]
}

const leavingWords = [
  '解約はマイページでいつでもお申し込みいただけます。解約の手数料も違約金もかかりません。',
  '最終利用日は月末です。最後の月の料金は日割りになりません。最終利用日の前日まで取り消せます。',
  'MNP転出は、マイページで24時間お申し込みいただけます。転出の手数料はかかりません。',
]

function initialCancelWords(on: TokyoDate): string[] {
  const days = ruleValue('initialCancellationDays', on)
  return [
    `この書面を受け取った日を1日目とする${days}日間（利用開始日のほうが遅いときは利用開始日から${days}日間）は、初期契約解除を申し出て、ご契約を解除できます。`,
    'ご利用いただいた分の料金とSIMの発行手数料をお支払いいただきます。違約金はかかりません。端末の購入は対象になりません。',
    '申し出はマイページの「初期契約解除」から受け付けています。送信したときに効力が生じます。',
  ]
}

function formatZip(zipCode: string | undefined): string {
  return zipCode === undefined ? '' : `${zipCode.slice(0, 3)}-${zipCode.slice(3)}`
}
