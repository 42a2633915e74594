import type { Db } from '#backend/db/connect.ts'
import { formatDay, formatMoment } from '#backend/mail/japanese-date.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { OrderRow } from '#backend/order/orders.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import type { Instant } from '#domain/tokyo.ts'
import { detailsOf } from './details.ts'

const suspicious = 'お心当たりがないときは、すぐにお問い合わせください。'

type Words = { subject: string; lines: (order: OrderRow) => string[] }

/** The number itself is never mailed: a mailbox is read by more people than my page. */
const letters = {
  requested: {
    subject: 'MNP予約番号の発行を受け付けました',
    lines: () => ['発行できると、マイページに表示します。', suspicious],
  },
  consented: {
    subject: 'MNPワンストップの転出に同意しました',
    lines: (order) => [
      `移転先：${detailsOf(order).receiverName ?? ''}`,
      '移転先で開通すると、この回線は終了します。',
      ...validityWords(order, ({ expiresOn }) => `同意の有効期限：${formatDay(expiresOn)}まで`),
      suspicious,
    ],
  },
  issued: {
    subject: 'MNP予約番号を発行しました',
    lines: (order) => [
      '番号はマイページで確認してください。',
      ...validityWords(order, ({ expiresOn }) => `有効期限：${formatDay(expiresOn)}まで`),
      suspicious,
    ],
  },
  ported_out: {
    subject: '番号の転出が完了しました',
    lines: () => ['この回線は終了しました。請求の内容は、引き続きマイページでご覧いただけます。'],
  },
  refused: {
    subject: 'MNP転出の手続きを完了できませんでした',
    lines: (order) => [detailsOf(order).refusal ?? '', 'この回線は引き続きご利用いただけます。'],
  },
  expired: {
    subject: 'MNP予約番号の有効期限が過ぎました',
    lines: (order) => [
      'この回線は引き続きご利用いただけます。',
      ...validityWords(
        order,
        ({ renewableOn }) => `新しい番号を発行できる日：${formatDay(renewableOn)}から`,
      ),
    ],
  },
  consent_expired: {
    subject: 'MNPワンストップの同意の有効期限が過ぎました',
    lines: (order) => [
      `移転先：${detailsOf(order).receiverName ?? ''}`,
      '期限までに開通しなかったため、同意は無効になりました。この回線は引き続きご利用いただけます。',
      ...validityWords(
        order,
        ({ renewableOn }) => `もう一度申し込める日：${formatDay(renewableOn)}から`,
      ),
    ],
  },
} as const satisfies Record<string, Words>

/** A line about the days of the number or the consent, once they are known. */
function validityWords(
  order: OrderRow,
  write: (validity: ReturnType<typeof mnpValidity>) => string,
): string[] {
  const { issuedOn } = detailsOf(order)
  return issuedOn === undefined ? [] : [write(mnpValidity(issuedOn))]
}

export type PortOutLetter = keyof typeof letters

export async function postPortOutLetter(
  tx: Db,
  outbox: Outbox,
  to: { accountId: string; order: OrderRow },
  letter: PortOutLetter,
  now: Instant,
) {
  const { order } = to
  const words: Words = letters[letter]
  await outbox.post(
    tx,
    {
      accountId: to.accountId,
      sourceRef: `port-out-${letter}:${order.order_no}`,
      kind: 'procedure',
      href: '/mypage/portout.html',
      subject: words.subject,
      text: [
        ...words.lines(order),
        `受付番号：${order.order_no}`,
        `日時：${formatMoment(now)}`,
      ].join('\n'),
    },
    now,
  )
}
