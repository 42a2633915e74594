import type { Db } from '#backend/db/connect.ts'
import { formatDay, formatUntil } from '#backend/mail/japanese-date.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { linesOf, type OrderRow } from '#backend/order/orders.ts'
import type { Instant } from '#domain/tokyo.ts'

export type CancellationLetters = ReturnType<typeof cancellationLetters>

/** What the member is told at each step, in my page and by mail. */
export function cancellationLetters(outbox: Outbox) {
  async function post(
    tx: Db,
    accountId: string,
    order: OrderRow,
    step: string,
    letter: { subject: string; lines: string[] },
    now: Instant,
  ) {
    const text = [...letter.lines, `受付番号：${order.order_no}`].join('\n')
    const sourceRef = `cancellation-${step}:${order.order_no}`
    const href = '/mypage/sim/cancel.html'
    const { subject } = letter
    await outbox.post(tx, { accountId, sourceRef, kind: 'procedure', href, subject, text }, now)
  }

  return {
    booked: (tx: Db, accountId: string, order: OrderRow, now: Instant) =>
      order.state === 'queued'
        ? post(
            tx,
            accountId,
            order,
            'queued',
            {
              subject: '解約を順番待ちで受け付けました',
              lines: [
                `${whatOf(order)}の解約を受け付けました。`,
                '進行中のSIMの手続きが終わりしだい予約し、最終利用日をお知らせします。',
                '心当たりがないときは、すぐにマイページから取り消し、お問い合わせください。',
              ],
            },
            now,
          )
        : post(
            tx,
            accountId,
            order,
            'booked',
            {
              subject: '解約の予約を受け付けました',
              lines: [
                `${whatOf(order)}の解約を予約しました。`,
                ...datesOf(order),
                '心当たりがないときは、すぐにマイページから取り消し、お問い合わせください。',
              ],
            },
            now,
          ),

    undone: (tx: Db, accountId: string, order: OrderRow, now: Instant) =>
      post(
        tx,
        accountId,
        order,
        'undone',
        {
          subject: '解約の予約を取り消しました',
          lines: [`${whatOf(order)}の解約を取り消しました。引き続きご利用いただけます。`],
        },
        now,
      ),

    executed: (tx: Db, accountId: string, order: OrderRow, now: Instant) =>
      post(
        tx,
        accountId,
        order,
        'executed',
        {
          subject: '解約が完了しました',
          lines: [
            `${whatOf(order)}の解約が完了しました。ご利用ありがとうございました。`,
            '請求の内容は、引き続きマイページで確認できます。',
          ],
        },
        now,
      ),
  }
}

function whatOf(order: OrderRow): string {
  return order.procedure === 'contractCancel' ? 'ご契約' : `${linesOf(order).length}回線`
}

function datesOf(order: OrderRow): string[] {
  return [
    ...(order.effective_on === null ? [] : [`最終利用日：${formatDay(order.effective_on)}`]),
    ...(order.undo_until === null ? [] : [`取り消しできる期限：${formatUntil(order.undo_until)}`]),
  ]
}
