import type { ErrorTable } from './error-table.ts'

/** What blocks what (exclusion matrix), and what is out of its time. */
export const exclusionErrors = {
  PORT_OUT_LOCKED: {
    httpStatus: 409,
    message:
      'お客さまが設定したMNP転出のロックがかかっているため、申し込めません。マイページの「ロック」で解除すると、お手続きいただけます。',
    log: 'Locked by the member: port-out',
  },
  SIM_CHANGE_LOCKED: {
    httpStatus: 409,
    message:
      'お客さまが設定したSIMの変更のロックがかかっているため、申し込めません。マイページの「ロック」で解除すると、お手続きいただけます。',
    log: 'Locked by the member: SIM orders',
  },
  TOP_UP_LOCKED: {
    httpStatus: 409,
    message:
      'お客さまが設定したデータチャージのロックがかかっているため、購入できません。マイページの「ロック」で解除すると、購入できます。',
    log: 'Locked by the member: top-ups, by hand and automatic',
  },
  LOCK_LIFTING: {
    httpStatus: 409,
    message:
      'お客さまが設定したロックの解除を待っています。待ち時間が過ぎると、お手続きいただけます。',
    log: 'A lock of the member is being lifted and still counts',
  },
  LOCK_NOT_SET: {
    httpStatus: 409,
    message: 'このロックは設定されていません。画面を開き直して、いまの状態をご確認ください。',
    log: 'There is no such lock to lift, stop or change',
  },
  UNPAID: {
    httpStatus: 409,
    message:
      'お支払いが確認できていない料金があるため、この手続きはできません。お支払いが済むと、すぐに手続きできます。',
    log: 'Blocked: an unpaid bill',
  },
  SUSPENDED: {
    httpStatus: 409,
    message:
      'ご利用を停止しているため、この手続きはできません。ご利用を再開すると、お手続きできます。',
    log: 'Blocked: contract or line suspended',
  },
  SIM_ORDER_OPEN: {
    httpStatus: 409,
    message:
      'SIMの追加・サイズ変更・再発行の手続きが進んでいるため、重ねて申し込めません。完了してからお手続きください。',
    log: 'Blocked: a SIM order is open',
  },
  KIND_CHANGE_OPEN: {
    httpStatus: 409,
    message:
      'SIMの種別を変更する手続きが進んでいるため、重ねて申し込めません。完了してからお手続きください。',
    log: 'Blocked: a kind change is open',
  },
  MNP_NUMBER_LIVE: {
    httpStatus: 409,
    message:
      'MNP転出の手続き中のため、この手続きはできません。転出が完了するか、MNP予約番号または転出への同意の期限が過ぎるとお手続きいただけます。',
    log: 'Blocked: an MNP reservation number is valid, or a one-stop port-out is under way',
  },
  HANDOVER_OPEN: {
    httpStatus: 409,
    message:
      'この回線をご家族にゆずる手続きが進んでいるため、申し込めません。手続きを取りやめると、お申し込みいただけます。',
    log: 'Blocked: the line is being handed over',
  },
  MNP_NUMBER_COOLDOWN: {
    httpStatus: 409,
    message:
      '前回のMNP予約番号または転出への同意の期限が過ぎたばかりのため、まだ申し込めません。申し込める日からお手続きください。',
    log: 'A new MNP number or one-stop port-out may be had two days after the last one expired',
  },
  CANCELLATION_BOOKED: {
    httpStatus: 409,
    message:
      '解約を予約しているため、この手続きはできません。解約の予約を取り消すと、お手続きいただけます。',
    log: 'Blocked: a cancellation is booked',
  },
  CONTRACT_NOT_ACTIVE: {
    httpStatus: 409,
    message: 'ご契約の開始前のため、まだこの手続きはできません。利用開始後にお手続きください。',
    log: 'The contract is not active yet',
  },
  CONTRACT_ENDED: {
    httpStatus: 409,
    message:
      'ご契約が終了しているため、この手続きはできません。請求の内容は引き続きご覧いただけます。',
    log: 'The contract has ended',
  },
  LINE_NOT_ACTIVE: {
    httpStatus: 409,
    message:
      'この回線は開通前か、すでに終了しているため、手続きできません。回線の状態をマイページで確認してください。',
    log: 'The line is not active',
  },
  CUT_OFF_PASSED: {
    httpStatus: 409,
    message: '受付の締め切りを過ぎました。次の適用日からの内容でお申し込みください。',
    log: 'The cut-off of the procedure has passed',
  },
  UNDO_LIMIT_PASSED: {
    httpStatus: 409,
    message:
      '取り消しできる期限を過ぎたため、取り消せません。予約した日に、予約どおりに手続きします。',
    log: 'Too late to undo',
  },
  NOTHING_BOOKED: {
    httpStatus: 409,
    message:
      '取り消せる予約はありません。すでに取り消されたか、適用済みです。ご契約内容を確認してください。',
    log: 'There is no booking to undo',
  },
} as const satisfies ErrorTable
