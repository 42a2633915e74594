import { conflict, type ErrorTable } from './error-table.ts'

/** Of the roles of a family. */
export const familyErrors = {
  FAMILY_INVITATION_OVER: conflict(
    'この招待は、承諾済みか、取り消されたか、期限が過ぎています。招いた方に、もう一度招いてもらってください。',
    'The invitation is unknown, accepted, withdrawn or past its last day',
  ),
  FAMILY_OWN_CONTRACT: conflict(
    'ご自身のご契約の役割は承諾できません。招きたいご家族の方がログインして、このページを開いてください。',
    'The holder of a contract cannot take a role at it',
  ),
  FAMILY_ALREADY_HERE: conflict(
    'このご契約の役割を、すでにお持ちです。',
    'The account has an active role at the contract or at the line',
  ),
  FAMILY_ROLE_OVER: conflict(
    'この役割は、すでに終わっています。',
    'The role has ended, or is not of this account',
  ),
  FAMILY_LINE_TAKEN: conflict(
    'この回線には、使う人がいるか、招待中の人がいます。先に、その役割を終えてください。',
    'A line has one user at a time',
  ),
  FAMILY_MANAGERS_FULL: conflict(
    'まとめ役は、招待中の方を含めて3人までです。',
    'The contract has as many managers as it may',
  ),
  FAMILY_LINE_SECRET: conflict(
    'この回線をお使いの方の通信の秘密を守るため、通話の相手と時間ごとの記録はお見せしていません。日ごとと月ごとの量は「データの利用量」でご覧いただけます。',
    'The line has a user of its own: the holder sees volumes, never partners of calls or hours',
  ),
} as const satisfies ErrorTable

/** Of what the user of a line asks of the holder. */
export const familyRequestErrors = {
  FAMILY_REQUEST_USERS_ONLY: conflict(
    'お願いは、「回線を使う人」の方が送れます。契約者とまとめ役の方は、そのまま変更できます。',
    'Only the user of a line asks; the holder and a manager change it themselves',
  ),
  FAMILY_REQUEST_OPEN: conflict(
    'もうお願いしています。返事を待つか、取り消してから、もう一度お願いしてください。',
    'A request of the line waits already',
  ),
  FAMILY_REQUESTS_FULL: conflict(
    'きょう送れる回数になりました。あしたになると、またお願いできます。',
    'As many requests were sent today as may be',
  ),
  FAMILY_REQUEST_NOT_NEEDED: conflict(
    'いまは、このお願いをしなくても使えます。画面を読み込み直して、確かめてください。',
    'What is asked for would change nothing, or cannot be had on the line',
  ),
  FAMILY_REQUEST_OVER: conflict(
    'このお願いは、もう終わっています。何も変わっていません。',
    'The request was answered, withdrawn or expired, or its line or role has ended',
  ),
  FAMILY_SPEED_ASK: conflict(
    'おうちの人が低速にしています。高速にもどしたいときは、お願いしてください。',
    'The holder or a manager has turned high speed off: the user of the line asks for it',
  ),
} as const satisfies ErrorTable

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
