import { operationLabels } from '#vocabulary/operation.ts'
import type { Db } from '#backend/db/connect.ts'
import { formatDay, formatMoment } from '#backend/mail/japanese-date.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { procedureOf, type OrderRow } from '#backend/order/orders.ts'
import { autoSwitchAt } from '#domain/sim/decide-sim-order.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { detailsOf } from './wish.ts'

type Words = { subject: string; lines: (order: OrderRow) => string[] }

const orderPath = (orderNo: string) => `/mypage/order.html?no=${orderNo}`

/** One letter for each thing the member should know; none for steps that mean nothing to do and nothing new. */
const letters = {
  ordered: {
    subject: 'お申し込みを受け付けました',
    lines: () => ['お心当たりのないお申し込みのときは、すぐにお問い合わせください。'],
  },
  id_check: {
    subject: '本人確認を済ませてください',
    lines: () => [
      'お申し込みを受け付けました。法律により本人確認が必要です。',
      'お手続き状況から、本人確認書類の読み取りを始めてください。',
      'お心当たりのないお申し込みのときは、すぐにお問い合わせください。',
    ],
  },
  shipped: {
    subject: 'SIMを発送しました',
    lines: (order) => {
      const { trackingNo } = detailsOf(order)
      return [
        ...(trackingNo === undefined ? [] : [`お問い合わせ伝票番号：${trackingNo}`]),
        '届いたら、切り替えの日時を選んでください。',
      ]
    },
  },
  switch_ready: {
    subject: '切り替えの日時を選べます',
    lines: (order) => {
      const { readyAt, wish } = detailsOf(order)
      return [
        wish.simSize === 'esim'
          ? 'eSIMのプロファイルができました。お手続き状況のQRコードで端末に追加してください。'
          : 'SIMをお届けしました。',
        ...(readyAt === undefined
          ? []
          : [
              `${formatDay(toTokyoDate(autoSwitchAt(readyAt)))}になっても選ばれないときは、自動で切り替えます。`,
            ]),
      ]
    },
  },
  switched: { subject: '切り替えが完了しました', lines: () => ['新しいSIMをお使いいただけます。'] },
  auto_switched: {
    subject: '自動で切り替えました',
    lines: () => ['期限がきたため、新しいSIMに切り替えました。新しいSIMをお使いください。'],
  },
  cancelled: {
    subject: 'お申し込みを取り消しました',
    lines: () => ['料金はかかりません。'],
  },
  failed: {
    subject: '手続きを完了できませんでした',
    lines: () => [
      '回線設備側で受け付けられませんでした。料金はかかりません。',
      '入力内容を確認して、もう一度お申し込みください。',
    ],
  },
  lapsed: {
    subject: 'お申し込みを取り消しました',
    lines: () => [
      '期限までに本人確認が完了しなかったため、お申し込みを取り消しました。料金はかかりません。',
    ],
  },
  cancelTooLate: {
    subject: 'お申し込みを取り消せませんでした',
    lines: () => ['発送の準備が終わっているため、取り消せませんでした。手続きはこのまま進みます。'],
  },
  switchRefused: {
    subject: '切り替えをやり直します',
    lines: () => ['切り替えを受け付けられませんでした。1時間以内にもう一度行います。'],
  },
} as const satisfies Record<string, Words>

export type SimLetter = keyof typeof letters

export function hasLetter(state: string): state is SimLetter {
  return Object.hasOwn(letters, state)
}

/** Tells the member, once for each order and occasion (`again` tells repeated occasions apart). */
export async function postSimLetter(
  tx: Db,
  outbox: Outbox,
  to: { accountId: string; order: OrderRow },
  letter: SimLetter,
  now: Instant,
  again = '',
) {
  const { order } = to
  const words: Words = letters[letter]
  const title = operationLabels[procedureOf(order)]
  await outbox.post(
    tx,
    {
      accountId: to.accountId,
      sourceRef: `sim-${letter}${again}:${order.order_no}`,
      kind: 'procedure',
      href: orderPath(order.order_no),
      subject: `${title}：${words.subject}`,
      text: [
        ...words.lines(order),
        `手続き：${title}`,
        `受付番号：${order.order_no}`,
        `日時：${formatMoment(now)}`,
      ].join('\n'),
    },
    now,
  )
}
