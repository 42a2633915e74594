import { addressChangedAt } from '#backend/account/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import type { LetterPort } from '#backend/ports/letter.ts'
import {
  addressRestsSince,
  decideLetter,
  lettersCountSince,
} from '#domain/phone-move/proof-letter.ts'
import type { Instant } from '#domain/tokyo.ts'
import { brand } from '#brand'
import { formatUntil } from '#backend/mail/japanese-date.ts'
import { phoneMovePage } from '#vocabulary/pages.ts'
import type { MoveOrder } from '../rows/details.ts'
import { checkExpiry } from './status.ts'

type Of = { readonly accountId: string; readonly contractId: string; readonly now: Instant }

/** Whether a letter may be asked for now, and where it would go. */
export async function mayAskLetter(
  db: Db,
  { sealing, letters }: { readonly sealing: Sealing; readonly letters: LetterPort | undefined },
  { accountId, contractId, now }: Of,
) {
  const {
    name,
    zipCode = '',
    address = '',
    addressMasked,
  } = await readHolder(db, sealing, accountId)
  const decided = decideLetter(
    {
      isOffered: letters !== undefined,
      hasAddress: name !== '' && address !== '' && /^\d{7}$/.test(zipCode),
      addressChangedAt: await addressChangedAt(db, sealing, accountId, addressRestsSince(now)),
      askedAt: await findAsked(db, contractId, lettersCountSince(now)),
    },
    now,
  )
  return { decided, to: { name, zipCode, address }, sentTo: addressMasked }
}

/** When the letters of a contract were asked for, whatever became of them. */
async function findAsked(db: Db, contractId: string, since: Instant): Promise<readonly Instant[]> {
  const rows = await db
    .selectFrom('procedure_order')
    .select('requested_at')
    .where('contract_id', '=', contractId)
    .where('procedure', '=', 'phoneMove')
    .where((eb) => eb(eb.ref('details', '->>').key('proof'), '=', 'letter'))
    .where('requested_at', '>', since)
    .execute()
  return rows.map(({ requested_at: at }) => at)
}

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
