import { pages } from '#vocabulary/pages.ts'
import { planName } from '#backend/contract/wording.ts'
import { ifUnexpected, stepRing, type MemberMessage } from '#backend/mail/member-message.ts'
import {
  dayFact,
  orderMessage,
  priceFacts,
  undoFact,
  type OrderWords,
  type OrderFacts,
} from '#backend/procedure/order-facts.ts'
import { planSizeChange } from './procedure.ts'
import { carryMessage } from './queries/estimate.ts'

type Words = Omit<OrderWords, 'paragraphs'> & {
  paragraphs: (sizes: { from: string; to: string }) => string[]
  path?: string
}

const messages = {
  booked: {
    subject: 'データ容量の変更を予約しました',
    paragraphs: ({ from, to }) => [
      `データ容量を${from}から${to}に変更する予約を受け付けました。`,
      carryMessage,
      ifUnexpected,
    ],
    facts: ({ order }) => [...effect(order), ...undoFact(order), ...priceFacts(order)],
    ring: stepRing(1, 2, '予約', '適用日を待っています'),
  },
  undone: {
    subject: 'データ容量の変更予約を取り消しました',
    paragraphs: ({ from, to }) => [
      `データ容量を${from}から${to}に変更する予約を取り消しました。データ容量は変わりません。`,
    ],
  },
  applied: {
    subject: 'データ容量が変わりました',
    paragraphs: ({ from, to }) => [`データ容量が${from}から${to}になりました。`],
    facts: ({ order }) => [...effect(order), ...priceFacts(order)],
    ring: stepRing(2, 2, '適用', '完了しました'),
    path: pages.contract,
  },
  'given-up': {
    subject: 'データ容量の変更予約を取り消しました',
    paragraphs: ({ to }) => [
      `複数の回線をご利用中のため、予約された${to}（シェアできない容量）には変更できませんでした。`,
      'データ容量はこれまでと変わりません。変更するときは、別の容量をお選びください。',
    ],
  },
} as const satisfies Record<string, Words>

const effect = ({ effective_on: on }: OrderFacts['order']) => dayFact('適用日', on)

export type PlanSizeOccasion = keyof typeof messages

export function planSizeMessage(
  occasion: PlanSizeOccasion,
  { accountId, order }: Omit<OrderFacts, 'lines'>,
): MemberMessage {
  const { path, paragraphs, ...words }: Words = messages[occasion]
  const { fromPlan, toPlan } = order.details
  const sizes = { from: planName(Number(fromPlan)), to: planName(Number(toPlan)) }
  return orderMessage(
    planSizeChange,
    { accountId, order, lines: '' },
    { ...words, paragraphs: () => paragraphs(sizes) },
    {
      reference: `plan-size-${occasion}`,
      link: {
        label: path === undefined ? 'データ容量の変更を開く' : 'ご契約内容を開く',
        path: path ?? pages.planSize,
      },
    },
  )
}
