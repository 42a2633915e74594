import { type ErrorTable, conflict } from './error-table.ts'

/** Of moves to another phone. */
export const phoneMoveErrors = {
  PHONE_HAS_NO_ESIM: conflict(
    'この端末はeSIMに対応していません。SIMカードでのお手続きをご利用ください。',
    'By the list of devices the phone takes no eSIM',
  ),
  MOVE_NOT_SEEN: conflict(
    '新しいスマホの電波を、まだ確かめられていません。新しいスマホでコードを読み取り、少し待ってから切り替えてください。',
    'The new SIM was not seen on the net yet',
  ),
  MOVE_NOT_SWITCHED: conflict(
    'まだ切り替わっていないか、すでに元に戻っています。移行の画面で状況を確認してください。',
    'There is nothing to roll back',
  ),
  ROLL_BACK_OVER: conflict(
    '元のスマホに戻せる期限が過ぎました。前のスマホに移すときは、もう一度お申し込みください。',
    'The day in which a move can be rolled back is over',
  ),
  ROLL_BACK_LOST: conflict(
    'なくしたスマホには戻せません。前のスマホが見つかったときは、お問い合わせください。',
    'The phone of before was lost: whoever has it must not get the line',
  ),
  LETTER_NOT_OFFERED: conflict(
    'いま、手紙でのご本人の確認は受け付けていません。ほかの方法を選んでください。',
    'No house that posts letters is configured',
  ),
  LETTER_ADDRESS_MISSING: conflict(
    '登録情報にお名前かご住所がないため、手紙をお送りできません。ほかの方法を選んでください。',
    'The profile has no name, postcode or address a letter could go to',
  ),
  LETTER_ADDRESS_NEW: conflict(
    'ご住所かお名前を変更してから日が浅いため、手紙では確認できません。乗っ取りを防ぐためです。ほかの方法を選んでください。',
    'Whoever could change the address lately could have the letter',
  ),
  LETTER_LIMIT: conflict(
    '手紙を続けてお送りしたため、いまは新しい手紙をお送りできません。ほかの方法を選んでください。',
    'As many letters as the rule moveLettersMost allows',
  ),
  LETTER_CODE_WRONG: conflict(
    '手紙の確認コードが違います。手紙のコードを確認して、入力し直してください。',
    'A wrong code of a letter; it counts as a try',
  ),
  LETTER_OVER: conflict(
    'この手紙の確認コードは、もう使えません。移行の画面で状況を確認してください。',
    'No code of a letter is waited for: expired, tried too often, given up or already proved',
  ),
} as const satisfies ErrorTable
