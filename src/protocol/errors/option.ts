import { type ErrorTable, conflict } from './error-table.ts'

/** Of options. */
export const optionErrors = {
  OPTION_ALREADY_ACTIVE: conflict(
    'このオプションは、すでにご利用中です。',
    'The option is active already',
  ),
  OPTION_NOT_ACTIVE: conflict(
    'このオプションは、ご利用中ではありません。ご契約内容を確認してください。',
    'The option is not active',
  ),
  OPTION_LEAVING_BOOKED: conflict(
    'このオプションは、すでに月末での解約を受け付けています。',
    'Leaving is booked already',
  ),
  OPTION_NOT_FOR_LINE_KIND: conflict(
    'この回線では、選んだオプションをご利用いただけません。対象の回線を確認してください。',
    'The option does not fit the kind of line',
  ),
  OPTION_CHANGE_OPEN: conflict(
    'このオプションは設定を変えているところです。終わりましたらお知らせします。',
    'The carrier or the provider has not answered an order for this option yet',
  ),
  OPTION_EXCLUDED: conflict(
    '同時にお使いいただけないオプションをご利用中です。先に解約してください。',
    'Another option of the line excludes this one',
  ),
  OPTION_LEFT_AT_DESK: conflict(
    'フィルタリングの強さの変更と停止は、保護者の方からお問い合わせ窓口にお申し出ください。',
    'This option is stopped by the guardian at the desk',
  ),
} as const satisfies ErrorTable
