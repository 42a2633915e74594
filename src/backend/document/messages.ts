import { pages } from '#vocabulary/pages.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import {
  billWords,
  dayFact,
  orderMessage,
  type OrderWords,
} from '#backend/procedure/order-facts.ts'
import { paperCopy } from './procedure.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { toTokyoMonth } from '#domain/tokyo.ts'

const link = { label: '契約書面を開く', path: pages.documents }
const kind = 'procedure'

type DocumentFacts = { accountId: string; docId: string; title: string; version: number }

export function documentIssuedMessage({
  accountId,
  docId,
  title,
  version,
}: DocumentFacts): MemberMessage {
  return {
    accountId,
    sourceRef: `contract-document-issued:${docId}`,
    kind,
    subject: '契約書面ができました',
    paragraphs: ['契約書面ができました。マイページからご覧いただけます。大切に保管してください。'],
    facts: [{ label: '書面', value: `${title}（第${version}版）` }],
    link,
  }
}

export function documentUnprintableMessage({
  accountId,
  docId,
  title,
}: DocumentFacts): MemberMessage {
  return {
    accountId,
    sourceRef: `contract-document-unprintable:${docId}`,
    kind,
    subject: '契約書面を作成できませんでした',
    paragraphs: [
      'お名前またはご住所に、書類へ正しく印字できない文字が含まれています。誤った文字で発行しないよう、作成を中止しました。',
      'お手数ですが、お問い合わせください。',
    ],
    facts: [{ label: '書面', value: title }],
    link,
  }
}

export function paperOrderedMessage(ordered: {
  accountId: string
  order: OrderRow
  documentTitle: string
  feeYen: number
}): MemberMessage {
  const { accountId, order, documentTitle, feeYen } = ordered
  const words: OrderWords = {
    subject: '契約書面の郵送を受け付けました',
    paragraphs: () => [
      `${documentTitle}の郵送を受け付けました。ご登録の住所へ普通郵便でお届けします。`,
    ],
    facts: () => [
      ...dayFact('お届けの予定', order.expected_on),
      { label: '手数料', value: `${formatYen(feeYen)}（税込）` },
      { label: 'お支払い', value: billWords(toTokyoMonth(order.requested_at)) },
    ],
  }
  const facts = { accountId, order, lines: '' }
  return orderMessage(paperCopy, facts, words, { reference: 'paper-ordered', link })
}
