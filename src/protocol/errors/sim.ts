import type { ErrorTable } from './error-table.ts'

/** Of SIM orders and lines. */
export const simErrors = {
  LINE_LIMIT_REACHED: {
    httpStatus: 409,
    message:
      '1つのご契約でお使いいただける回線は3回線までです。追加するには、いまの回線のどれかを解約してください。',
    log: 'At most three lines a contract',
  },
  NO_LINES: {
    httpStatus: 422,
    message: '回線が選ばれていません。1回線以上を選んでください。',
    log: 'A quote or order without a line',
  },
  NOT_VOICE_LINE: {
    httpStatus: 409,
    message: '音声通話SIMの回線だけで受け付けている手続きです。音声通話SIMの回線を選んでください。',
    log: 'Only voice lines qualify',
  },
  KIND_UNCHANGED: {
    httpStatus: 409,
    message: '現在と同じSIMの種別が選ばれています。別の種別を選んでください。',
    log: 'The wanted kind is the one in force',
  },
  EID_IN_USE: {
    httpStatus: 409,
    message: '入力されたEIDは、ほかの手続きで使用中です。端末のEIDを確認して入力し直してください。',
    log: 'The EID has an open order',
  },
  ESIM_NOT_READY: {
    httpStatus: 409,
    message:
      'eSIMのプロファイルを準備しています。準備ができるとメールでお知らせします。少し待ってから開き直してください。',
    log: 'No activation code yet',
  },
  SWITCH_HOUR_NOT_OFFERED: {
    httpStatus: 409,
    message: '選んだ切り替え日時は受け付けていません。表示されている日時から選び直してください。',
    log: 'The switch-over hour is not on offer',
  },
  ORDER_NOT_SWITCHABLE: {
    httpStatus: 409,
    message:
      'このお手続きは、まだ切り替えできる段階ではないか、すでに完了しています。お手続き状況を確認してください。',
    log: 'The order is not in a state that can be switched over',
  },
  ORDER_NOT_CANCELLABLE: {
    httpStatus: 409,
    message:
      'このお手続きは、すでに終わっているか、発送または切り替えが始まっているため、取り消せません。お手続き状況を確認してください。',
    log: 'The order is past the point of return',
  },
  ALREADY_SUSPENDED: {
    httpStatus: 409,
    message: 'この回線は、すでに停止しています。',
    log: 'The line is suspended already',
  },
  NOT_SUSPENDED_AS_LOST: {
    httpStatus: 409,
    message:
      '紛失のお届けにより停止している回線ではないため、再開の操作はできません。回線の状態をマイページで確認してください。',
    log: 'Only a suspension for loss can be lifted by the member',
  },
} as const satisfies ErrorTable
