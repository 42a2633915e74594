import { type ErrorTable, conflict, failure } from './error-table.ts'

/** Of SIM orders and lines. */
export const simErrors = {
  LINE_LIMIT_REACHED: conflict(
    '1つのご契約でお使いいただける回線は3回線までです。追加するには、いまの回線のどれかを解約してください。',
    'At most three lines a contract',
  ),
  NO_LINES: failure(
    422,
    '回線が選ばれていません。1回線以上を選んでください。',
    'A quote or order without a line',
  ),
  NOT_VOICE_LINE: conflict(
    '音声通話SIMの回線だけで受け付けている手続きです。音声通話SIMの回線を選んでください。',
    'Only voice lines qualify',
  ),
  KIND_UNCHANGED: conflict(
    '現在と同じSIMの種別が選ばれています。別の種別を選んでください。',
    'The wanted kind is the one in force',
  ),
  EID_IN_USE: conflict(
    '入力されたEIDは、ほかの手続きで使用中です。端末のEIDを確認して入力し直してください。',
    'The EID has an open order',
  ),
  ESIM_NOT_READY: conflict(
    'eSIMのプロファイルを準備しています。準備ができるとメールでお知らせします。少し待ってから開き直してください。',
    'No activation code yet',
  ),
  SWITCH_HOUR_NOT_OFFERED: conflict(
    '選んだ切り替え日時は受け付けていません。表示されている日時から選び直してください。',
    'The switch-over hour is not on offer',
  ),
  ORDER_NOT_SWITCHABLE: conflict(
    'このお手続きは、まだ切り替えできる段階ではないか、すでに完了しています。お手続き状況を確認してください。',
    'The order is not in a state that can be switched over',
  ),
  ORDER_NOT_CANCELLABLE: conflict(
    'このお手続きは、すでに終わっているか、発送または切り替えが始まっているため、取り消せません。お手続き状況を確認してください。',
    'The order is past the point of return',
  ),
  ALREADY_SUSPENDED: conflict(
    'この回線は、すでに停止しています。',
    'The line is suspended already',
  ),
  NOT_SUSPENDED_AS_LOST: conflict(
    '紛失のお届けにより停止している回線ではないため、再開の操作はできません。回線の状態をマイページで確認してください。',
    'Only a suspension for loss can be lifted by the member',
  ),
} as const satisfies ErrorTable
