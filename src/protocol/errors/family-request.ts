import { type ErrorTable, conflict } from './error-table.ts'

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
