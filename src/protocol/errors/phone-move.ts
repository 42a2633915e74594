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
} as const satisfies ErrorTable
