import { brand } from '#brand'
import { formatUntil } from '#backend/mail/japanese-date.ts'
import { phoneMovePage } from '#vocabulary/pages.ts'
import type { MoveOrder } from '../rows/details.ts'
import { checkExpiry } from './status.ts'

/** What is printed, one below the other. Whoever opens it by mistake learns neither number nor login. */
export function letterWords(
  order: MoveOrder,
  { code, publicUrl }: { readonly code: string; readonly publicUrl: string },
): string[] {
  const half = code.length / 2
  return [
    `${brand.service}からのお知らせ（ご本人の確認の手紙）`,
    '回線を新しいスマホに移すお申し込みを受け付けました。ご本人の確認のため、次の確認コードを、マイページの「新しいスマホに移す」の画面に入力してください。',
    `確認コード：${code.slice(0, half)} ${code.slice(half)}`,
    `使える期限：${formatUntil(checkExpiry(order))}`,
    `入力する画面：${publicUrl}${phoneMovePage(order.order_no)}`,
    `受付番号：${order.order_no}`,
    'この確認コードは、ご家族にも、当社の担当者にも、お知らせにならないでください。',
    'お心当たりがないときは、入力せずに、お申し込みのときにお送りしたメールやSMSのリンクから止めるか、マイページでお手続きを取りやめてください。',
  ]
}
