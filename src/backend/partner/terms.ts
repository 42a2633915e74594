import { brand } from '#brand'
import { nearestRow, type Dated } from '#domain/catalogue/dated.ts'
import { tokyoDate, type TokyoDate } from '#domain/tokyo.ts'

export type ConsentText = Dated & {
  version: string
  title: string
  /** Which data goes to the partner, what for, and how to withdraw. */
  paragraphs: readonly string[]
}

/** The oldest first; the page `privacy_policy` has the same in full. */
const texts: readonly ConsentText[] = [
  {
    version: '1.0',
    validFrom: tokyoDate('2024-04-01'),
    title: `${brand.pointsPartner}への情報提供の同意`,
    paragraphs: [
      `${brand.service}の契約があること、契約の開始と終了の月、ポイントの対象となる月ごとの支払い額、連携した会員を識別する符号を、月に1回、${brand.pointsPartner}の運営者へ送ります。氏名、住所、電話番号、生年月日、クレジットカードの情報、通話と通信の記録は送りません。`,
      '相手は、ポイントの計算と付与、付与に関するお問い合わせへの対応にだけ使います。',
      '同意はいつでも撤回できます。撤回した日の後の情報は送りません。',
    ],
  },
]

export function consentTextOn(date: TokyoDate): ConsentText {
  const text = nearestRow(texts, date)
  if (text === undefined) throw new RangeError('No text to agree to')
  return text
}

type Consent = { agreed: boolean; textVersion: string }

/** A consent applies to the text it was given to; a new text needs a new consent. */
export function isAgreed(latest: Consent | undefined, current: ConsentText): boolean {
  return latest?.agreed === true && latest.textVersion === current.version
}
