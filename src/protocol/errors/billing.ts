import { type ErrorTable, conflict, failure } from './error-table.ts'

/** Of data and top-ups. */
export const dataErrors = {
  HIGH_SPEED_CHANGED_RECENTLY: failure(
    429,
    '高速データ通信の切り替えは、1回線につき1分に1回までです。少し待ってから、もう一度お試しください。',
    'At most one change a minute a line',
  ),
  CAP_NOT_SHARED: conflict(
    '回線ごとの上限は、シェアコースの回線に決められます。',
    'Caps are for the lines of a share course',
  ),
  CAP_NOT_SET: conflict(
    'この回線には上限がありません。上限なしで、いつでも使えます。',
    'No cap is in force on the line',
  ),
  TOP_UP_NOT_ON_SALE: conflict(
    '選んだデータチャージは受け付けていません。一覧から選び直してください。',
    'Unknown or withdrawn pack',
  ),
  SPENDING_LIMIT_REACHED: conflict(
    'この購入で、今月の料金の上限を超えます。上限を変えると、すぐに購入できます。',
    'Top-ups and traffic of the month with this pack pass the ceiling the member set',
  ),
} as const satisfies ErrorTable

/** Of money: bills, charges, invoices. */
export const billingErrors = {
  PAYMENT_REFUSED: conflict(
    'カード会社がお支払いを承認しませんでした。お支払いは行われていません。カード会社に確認するか、別のカードを登録してください。',
    'The card processor refused the charge',
  ),
  PAYMENT_UNKNOWN: conflict(
    'カード会社からの応答を確認しています。二重に請求されることはありません。結果はメールでお知らせします。',
    'The card processor gave no answer; the reconciling job will tell',
  ),
  POINTS_REFUSED: conflict(
    'ポイントをお使いいただけませんでした。ポイントは減っておらず、お支払いも行われていません。ポイント連携のページで残高をお確かめください。',
    'The points partner refused the spending',
  ),
  POINTS_NOT_LINKED: conflict(
    'ポイントの連携が設定されていないため、ポイントをお使いいただけません。',
    'No id at the points partner',
  ),
  CARD_MISSING: conflict(
    'お支払いに使えるカードが登録されていません。カード情報を登録してから、もう一度お試しください。',
    'No usable card on file',
  ),
  NOTHING_TO_PAY: conflict(
    'お支払いが必要な料金はありません。すでにお支払いが済んでいます。',
    'The bill is not payable',
  ),
  INVOICE_NOT_ISSUABLE: conflict(
    'この月の請求には消費税の対象になる金額がないため、適格請求書を発行できません。請求が0円の月や、返金だけの月には発行されません。',
    'No total of a rate is above zero',
  ),
  INVOICE_NAME_DIFFERS: conflict(
    'この請求の適格請求書は、別の宛名で発行済みです。宛名を変えるときは、「宛名を直して発行し直す」から、新しい番号で発行してください。',
    'The invoice was issued to another name; a copy says what the first said',
  ),
  INVOICE_NOTHING_TO_CORRECT: conflict(
    '発行済みの適格請求書と、宛名も内容も同じです。宛名を変えるときは、屋号・会社名を入力し直してください。',
    'The invoice would be the same again',
  ),
  RETURN_INVOICE_NOT_ISSUABLE: conflict(
    'この請求には返金がないため、適格返還請求書を発行できません。請求の中で差し引いた値引きは、その月の適格請求書に記載しています。',
    'No total of a rate is below zero',
  ),
  CHARACTER_NOT_PRINTABLE: conflict(
    'お名前に、書類へ正しく印字できない文字が含まれています。誤った文字で発行しないよう中止しました。お問い合わせください。',
    'A code point is missing from the font',
  ),

  MESSAGE_TOO_LONG: failure(
    422,
    'SMSは1通670文字までです。文字数を少なくして、もう一度計算してください。',
    'A message beyond the last step of the price list',
  ),
} as const satisfies ErrorTable
