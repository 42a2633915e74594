import { type ErrorTable, conflict } from './error-table.ts'

/** Of data that is given to another contract. */
export const giftErrors = {
  GIFT_UNKNOWN: conflict(
    'このコードのギフトは見つかりません。数字を確かめてください。取り消されたとき、受け取り済みのとき、期限が過ぎたときも受け取れません。',
    'No open gift has this code, or it is not for this contract',
  ),
  GIFT_OWN: conflict(
    'ご自分の契約から贈ったギフトは受け取れません。やめるときは、ギフトの一覧から取り消すと、データが戻ります。',
    'The giver asks for the own gift',
  ),
  GIFT_OVER: conflict(
    'このギフトは、もう取り消せません。お相手が受け取ったか、すでに終わっています。',
    'The gift is not open any more',
  ),
  GIFT_TOO_MUCH: conflict(
    '贈れる量を超えています。基本・繰り越し・購入したデータのうち残っている分だけを贈れます。量を選び直してください。',
    'The pool holds less of its own data, or the cap of the line allows less',
  ),
  GIFT_MONTH_FULL: conflict(
    '今月に贈れる量または回数を超えます。翌月になると、また贈れます。',
    "The month's volume or number of gifts is used up",
  ),
  GIFT_TOO_NEW: conflict(
    'ご利用開始からしばらくの間は、データを贈れません。受け取ることはできます。',
    'The contract is too new to give',
  ),
  GIFT_NO_LINE: conflict(
    'データを使える回線がないため、受け取れません。',
    'The contract has no line in service',
  ),
  GIFT_SIZE_CHANGING: conflict(
    'データ容量の変更を反映しているところです。反映が終わってから、もう一度お試しください。',
    'A booked size is due and not in force yet',
  ),
  GIFT_NOT_TO_THEM: conflict(
    'このご家族には、いまは直接贈れません。コードを伝えて贈ってください。',
    'The role is over, or the person has no contract of their own in service',
  ),
} as const satisfies ErrorTable
