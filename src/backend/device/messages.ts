import { claimPage, pages } from '#vocabulary/pages.ts'
import {
  claimBasisLabels,
  claimRefusalReasons,
  damageCauseLabels,
  registrationFaultSentences,
} from '#vocabulary/device.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, stepRing, type MemberMessage } from '#backend/mail/member-message.ts'
import {
  dayFact,
  orderMessage,
  type OrderWords,
  type OrderFacts,
} from '#backend/procedure/order-facts.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { deviceClaim, deviceRegister, type ClaimOrder, type RegisterOrder } from './procedure.ts'

const registerWords = {
  asked: {
    subject: '端末の登録を受け付けました',
    paragraphs: () => [
      'つながる端末保証の端末の登録を受け付けました。この回線のSIMが入っている端末を確認し、終わりしだいお知らせします。',
      ifUnexpected,
    ],
  },
  registered: {
    subject: '端末を登録しました',
    paragraphs: () => ['端末を登録しました。今日から、つながる端末保証の対象です。', ifUnexpected],
  },
  refused: {
    subject: '端末を登録できませんでした',
    paragraphs: ({ order: { details } }) => [
      registrationFaultSentences[details.fault ?? 'notSeen'],
      'つながる端末保証のご契約と料金は変わりません。',
    ],
  },
} as const satisfies Record<string, OrderWords<OrderFacts<RegisterOrder>>>

export type RegisterOccasion = keyof typeof registerWords

export function registerMessage(
  occasion: RegisterOccasion,
  facts: OrderFacts<RegisterOrder>,
): MemberMessage {
  return orderMessage<OrderFacts<RegisterOrder>>(deviceRegister, facts, registerWords[occasion], {
    reference: `device-register-${occasion}`,
    link: { label: '端末の画面を開く', path: pages.devices },
  })
}

type ClaimWords = OrderWords<OrderFacts<ClaimOrder>>

const prepare =
  '端末を送る前に、データの控えを取り、初期化し、画面ロックを解除してください。SIMカードとメモリーカードは取り外してください。'

const claimWords = {
  received: {
    subject: '端末の修理・交換の請求を受け付けました',
    paragraphs: () => [
      '請求を受け付けました。内容を確認し、修理か交換か、端末の送り方をお知らせします。',
      '故障や破損のわかる写真を、マイページから4枚まで添えられます。',
      ifUnexpected,
    ],
    facts: ({ order }) => [...damageFacts(order), ...dayFact('ご連絡の予定日', order.expected_on)],
    ring: stepRing(1, 4, '受付', '内容を確認しています'),
  },
  photographsAsked: {
    subject: '端末の写真をお送りください',
    paragraphs: () => [
      '請求の内容を確認するために、写真が必要です。マイページからお送りください。',
      '期限までに届かないときは、受け付けを終えます。もう一度請求できます。',
    ],
    facts: ({ order }) => dayFact('写真をお送りいただく期限', order.expected_on),
  },
  photographsReceived: {
    subject: '端末の写真を受け取りました',
    paragraphs: () => ['写真を受け取りました。内容の確認を続け、結果をお知らせします。'],
    facts: ({ order }) => dayFact('ご連絡の予定日', order.expected_on),
  },
  repairApproved: {
    subject: '端末の修理をお受けします',
    paragraphs: () => [
      '修理をお受けします。送り先と送り状は、別便でお送りする箱に入っています。送料はかかりません。',
      prepare,
    ],
    facts: ({ order }) => dayFact('端末をお送りいただく期限', order.expected_on),
    ring: stepRing(2, 4, '承認', '端末の到着を待っています'),
  },
  exchangeApproved: {
    subject: '端末の交換をお受けします',
    paragraphs: ({ order: { details } }) =>
      details.isWithUs
        ? [
            'お送りいただいた端末は、修理ではなく交換します。交換品を準備し、発送したらお知らせします。',
          ]
        : [
            '交換をお受けします。交換品を準備し、発送したらお知らせします。',
            '交換品が届いたら、14日以内に、故障した端末を同封の箱で返送してください。送料はかかりません。',
            prepare,
          ],
    ring: stepRing(2, 4, '承認', '交換品を準備しています'),
  },
  refused: {
    subject: '端末の修理・交換をお受けできませんでした',
    paragraphs: ({ order: { details } }) => [
      details.reason === undefined
        ? '内容を確認した結果、お受けできませんでした。'
        : claimRefusalReasons[details.reason],
      'この請求は、回数に数えません。ご不明な点は、お問い合わせください。',
    ],
  },
  withdrawn: {
    subject: '端末の修理・交換の請求を取り下げました',
    paragraphs: () => ['請求を取り下げました。回数には数えません。', ifUnexpected],
  },
  deviceArrived: {
    subject: '端末が届きました',
    paragraphs: () => ['お送りいただいた端末が届きました。修理を始めます。'],
    ring: stepRing(3, 4, '修理', '修理しています'),
  },
  repairShipped: {
    subject: '修理が終わり、端末を発送しました',
    paragraphs: () => ['修理が終わり、端末を発送しました。ご登録の住所にお届けします。'],
    facts: ({ order }) => trackingFact(order),
    ring: stepRing(4, 4, '発送', '発送しました'),
  },
  exchangeShipped: {
    subject: '交換品を発送しました',
    paragraphs: () => [
      '交換品を発送しました。ご登録の住所にお届けします。',
      '届いたら、SIMを交換品に入れて、マイページで端末を登録し直してください。交換品が保証の対象になります。',
    ],
    facts: ({ order }) => trackingFact(order),
    ring: stepRing(3, 4, '発送', '交換品を発送しました'),
  },
  returnAwaited: {
    subject: '故障した端末を返送してください',
    paragraphs: () => [
      '交換品をお届けしました。期限までに、故障した端末を同封の箱で返送してください。送料はかかりません。',
      prepare,
    ],
    facts: ({ order }) => dayFact('返送いただく期限', order.expected_on),
  },
  returnMissing: {
    subject: '故障した端末の返送を確認できていません',
    paragraphs: () => [
      '期限までに、故障した端末の返送を確認できませんでした。お早めにお送りください。',
      'すでに送られているときは、行き違いをお許しください。',
    ],
  },
  closed: {
    subject: '端末の修理・交換が完了しました',
    paragraphs: () => ['修理・交換が完了しました。'],
  },
  lapsed: {
    subject: '端末の修理・交換の受け付けを終えました',
    paragraphs: () => [
      '期限までに必要なものが届かなかったため、受け付けを終えました。この請求は、回数に数えません。',
      '故障や破損が起きた日から30日以内であれば、もう一度請求できます。',
    ],
  },
} as const satisfies Record<string, ClaimWords>

export type ClaimOccasion = keyof typeof claimWords

export function claimMessage(
  occasion: ClaimOccasion,
  facts: OrderFacts<ClaimOrder>,
  /** Distinguishes repeated messages of one claim. */
  again = '',
): MemberMessage {
  return orderMessage<OrderFacts<ClaimOrder>>(deviceClaim, facts, claimWords[occasion], {
    reference: `device-claim-${occasion}${again}`,
    link: { label: '請求の画面を開く', path: claimPage(facts.order.order_no) },
  })
}

const damageFacts = ({ details: { basis, cause, happenedOn } }: ClaimOrder) => [
  { label: '保証', value: claimBasisLabels[basis] },
  { label: '内容', value: damageCauseLabels[cause] },
  { label: '起きた日', value: formatDay(tokyoDate(happenedOn)) },
]

const trackingFact = ({ details: { trackingNo } }: ClaimOrder) =>
  trackingNo === undefined ? [] : [{ label: '伝票番号', value: trackingNo }]
