import type { OptionFact } from '#domain/option/decide-option.ts'
import { brand } from '#brand'
import { hasNumber, kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { pages } from '#vocabulary/pages.ts'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { planCodeOf } from '#backend/contract/facts.ts'
import {
  contractedLines,
  monthlyBill,
  monthlyUse,
  servedLines,
} from '#backend/contract/monthly-use.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Holder } from '#backend/holder.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import { formatNumber } from '#backend/contract/line-words.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import type { MailSender } from '#backend/mail/member-message.ts'
import { planOn } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { firstMonthBytes } from '#domain/data/grant.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import { monthOf, toTokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import type { ContractChange } from './change.ts'
import { initialCancelClause, leavingClause, paymentClause, speedClause } from './clauses.ts'
import type { Block, DocumentContent } from '#backend/pdf/content.ts'
import { callBlock, feeBlock, monthlyBlock, startBlock, topUpBlock } from './price-blocks.ts'
import { chargeRows, type PricesOfDay } from './price-rows.ts'

export type DocumentSubject = {
  version: number
  contract: ContractRow
  lines: readonly LineRow[]
  options: readonly OptionFact[]
  /** The order by which a family member's line comes to a contract that has not begun: with its number, without a fee, on a known day. */
  takeover?: Pick<OrderRow, 'line_id' | 'effective_on'> | undefined
  holder: Holder
  /** The day of the document: the contract and every price are as they were then. */
  asOf: TokyoDate
  book: PriceBook
  /** Of a change document. */
  change?: ContractChange | undefined
  sender: MailSender
}

/** The contract as it is on a day, with everything the law asks a contract document to say (電気通信事業法 第26条の2). */
export function contractContent(asked: DocumentSubject, sealing: Sealing): DocumentContent {
  const subject = { ...asked, lines: contractedLines(asked) }
  const { version, contract, holder, asOf, book, change, takeover } = subject
  const lines = servedLines(subject.lines)
  const prices = { book, on: asOf }
  const kind = change === undefined ? 'new' : 'change'
  const { document_received_on: receivedOn } = contract
  const startedOn = contract.started_on ?? takeover?.effective_on ?? null
  const bought = lines.filter(({ line_id: lineId }) => lineId !== takeover?.line_id)
  return {
    title: titleOf(kind),
    lead: [
      '電気通信事業法第26条の2に基づき、ご契約の内容をお知らせする書面です。大切に保管してください。',
    ],
    facts: [
      { label: '書面の日付', value: formatDay(asOf) },
      { label: '書面の版', value: `第${version}版` },
      { label: 'お申し込み日', value: formatDay(toTokyoDate(contract.applied_at)) },
    ],
    blocks: [
      ...(change === undefined ? [] : [changeBlock(change, prices)]),
      holderBlock(holder),
      contentBlock({ ...contract, started_on: startedOn }, lines, asOf, sealing),
      monthlyBlock(monthlyBill(monthlyUse(subject, subject.options), asOf, book).lines, prices),
      callBlock(lines, prices),
      ...(change === undefined ? [startBlock(bought.length, prices)] : []),
      feeBlock(prices),
      topUpBlock(prices),
      { heading: 'お支払い', paragraphs: paymentClause(asOf) },
      { heading: '通信速度と通信の制限', paragraphs: speedClause(asOf) },
      { heading: '解約と転出', paragraphs: leavingClause(asOf) },
      {
        heading: '初期契約解除',
        ...initialCancelClause({ kind, prices, receivedOn, startedOn }),
      },
      providerBlock(subject.sender),
    ],
    footer: `${brand.service}　${titleOf(kind)}　第${version}版`,
  }
}

/** A line that is being opened has no number yet, unless it brings one along. */
function numberOf(line: LineRow, sealing: Sealing): string {
  const number = openNumber(line, sealing)
  return hasNumber({ number }) ? formatNumber(number) : '切り替えのときに番号が決まります'
}

export function titleOf(kind: 'new' | 'change'): string {
  return kind === 'new' ? '契約書面' : '契約書面（変更）'
}

function changeBlock(change: ContractChange, prices: PricesOfDay): Block {
  const { title, orderNo, takesEffectOn, rows, costs } = change
  return {
    heading: '変更の内容',
    rows: [
      { label: '手続き', value: title },
      ...(orderNo === undefined ? [] : [{ label: '受付番号', value: orderNo }]),
      { label: '変わった日', value: formatDay(takesEffectOn) },
      ...rows,
      ...chargeRows(costs, prices, 'この変更でかかる費用'),
    ],
    paragraphs: ['変更のあとのご契約の内容は、次のとおりです。'],
  }
}

function holderBlock({ name, zipCode, address, phone }: Holder): Block {
  return {
    heading: 'ご契約者',
    rows: [
      { label: '氏名', value: `${name} 様` },
      ...(address === undefined
        ? []
        : [{ label: '住所', value: `${formatZip(zipCode)}${address}` }]),
      ...(phone === undefined ? [] : [{ label: '電話番号', value: formatNumber(phone) }]),
    ],
  }
}

function contentBlock(
  contract: ContractRow,
  lines: readonly LineRow[],
  on: TokyoDate,
  sealing: Sealing,
): Block {
  const { course, started_on: startedOn } = contract
  const speaks = lines.some(({ kind }) => kind === 'voice')
  return {
    heading: 'ご契約の内容',
    rows: [
      { label: 'サービス名', value: brand.service },
      {
        label: 'サービスの種類',
        value: `${speaks ? '携帯電話サービスとデータ伝送役務' : 'データ伝送役務'}（携帯電話事業者の設備を利用するMVNOのサービス）`,
      },
      {
        label: 'データ容量',
        value: `${planOn(planCodeOf(contract), on).name}（月間の高速データ通信）`,
      },
      { label: 'コース', value: course === 'share' ? 'シェアコース' : 'シングルコース' },
      ...firstMonthRow(contract, on),
      ...(startedOn === null
        ? []
        : [
            {
              label: startedOn > on ? '利用開始の予定日' : '利用開始日',
              value: formatDay(startedOn),
            },
          ]),
      ...lines.map((line, index) => ({
        label: `${index + 1}回線目`,
        value: `${numberOf(line, sealing)}　${kindLabels[line.kind]}（${simSizeLabels[line.sim_size]}）`,
      })),
    ],
  }
}

/** The data of the month that service begins in, as if on the document's day before it has; none later on. */
function firstMonthRow(contract: ContractRow, on: TokyoDate) {
  const startsOn = contract.started_on ?? on
  const { baseBytes } = planOn(planCodeOf(contract), on)
  const first = firstMonthBytes(baseBytes, startsOn)
  if (first === baseBytes || monthOf(startsOn) < monthOf(on)) return []
  const when = contract.started_on === null ? `${formatDay(on)}に使い始めたとき、` : ''
  return [
    { label: '最初の月のデータ容量', value: `${when}${formatVolume(first, 'quota')}（日割り）` },
  ]
}

function providerBlock({ publicUrl, inquiryUrl }: MailSender): Block {
  return {
    heading: '電気通信事業者とお問い合わせ先',
    rows: [
      {
        label: '事業者',
        value: `${brand.company}（${brand.representative}）\n代理店を通じた契約は行っていません。`,
      },
      { label: '届出番号', value: brand.telecomNotificationNumber },
      { label: '住所', value: brand.address },
      { label: '電話', value: `${brand.telephone}（10時から18時まで）` },
      {
        label: 'お問い合わせ',
        value: `${inquiryUrl}\n24時間受け付けています。回答は10時から18時までです。`,
      },
      { label: 'マイページ', value: `${publicUrl}${pages.top}` },
      { label: '約款', value: `${publicUrl}/agreement/mobile.html` },
    ],
  }
}

function formatZip(zipCode: string | undefined): string {
  return zipCode === undefined ? '' : `〒${zipCode.slice(0, 3)}-${zipCode.slice(3)} `
}
