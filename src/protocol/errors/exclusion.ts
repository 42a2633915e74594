import { type ErrorTable, conflict } from './error-table.ts'

/** What blocks what (exclusion matrix), and what is out of its time. */
export const exclusionErrors = {
  PORT_OUT_LOCKED: conflict(
    'お客さまが設定したMNP転出のロックがかかっているため、申し込めません。マイページの「ロック」で解除すると、お手続きいただけます。',
    'Locked by the member: port-out',
  ),
  SIM_CHANGE_LOCKED: conflict(
    'お客さまが設定したSIMの変更のロックがかかっているため、申し込めません。マイページの「ロック」で解除すると、お手続きいただけます。',
    'Locked by the member: SIM orders',
  ),
  TOP_UP_LOCKED: conflict(
    'お客さまが設定したデータチャージのロックがかかっているため、購入できません。マイページの「ロック」で解除すると、購入できます。',
    'Locked by the member: top-ups, by hand and automatic',
  ),
  LOCK_LIFTING: conflict(
    'お客さまが設定したロックの解除を待っています。待ち時間が過ぎると、お手続きいただけます。',
    'A lock of the member is being lifted and still counts',
  ),
  LOCK_NOT_SET: conflict(
    'このロックは設定されていません。画面を開き直して、いまの状態をご確認ください。',
    'There is no such lock to lift, stop or change',
  ),
  UNPAID: conflict(
    'お支払いが確認できていない料金があるため、この手続きはできません。お支払いが済むと、すぐに手続きできます。',
    'Blocked: an unpaid bill',
  ),
  SUSPENDED: conflict(
    'ご利用を停止しているため、この手続きはできません。ご利用を再開すると、お手続きできます。',
    'Blocked: contract or line suspended',
  ),
  SIM_ORDER_OPEN: conflict(
    'SIMの手続き（追加・サイズ変更・再発行・新しいスマホへの移行）が進んでいるため、重ねて申し込めません。終わってからお手続きください。',
    'Blocked: a SIM order is open',
  ),
  KIND_CHANGE_OPEN: conflict(
    'SIMの種別を変更する手続きが進んでいるため、重ねて申し込めません。完了してからお手続きください。',
    'Blocked: a kind change is open',
  ),
  MNP_NUMBER_LIVE: conflict(
    'MNP転出の手続き中のため、この手続きはできません。転出が完了するか、MNP予約番号または転出への同意の期限が過ぎるとお手続きいただけます。',
    'Blocked: an MNP reservation number is valid, or a one-stop port-out is under way',
  ),
  HANDOVER_OPEN: conflict(
    'この回線をご家族にゆずる手続きが進んでいるため、申し込めません。手続きを取りやめると、お申し込みいただけます。',
    'Blocked: the line is being handed over',
  ),
  MNP_NUMBER_COOLDOWN: conflict(
    '前回のMNP予約番号または転出への同意の期限が過ぎたばかりのため、まだ申し込めません。申し込める日からお手続きください。',
    'A new MNP number or one-stop port-out may be had two days after the last one expired',
  ),
  CANCELLATION_BOOKED: conflict(
    '解約を予約しているため、この手続きはできません。解約の予約を取り消すと、お手続きいただけます。',
    'Blocked: a cancellation is booked',
  ),
  CONTRACT_NOT_ACTIVE: conflict(
    'ご契約の開始前のため、まだこの手続きはできません。利用開始後にお手続きください。',
    'The contract is not active yet',
  ),
  CONTRACT_ENDED: conflict(
    'ご契約が終了しているため、この手続きはできません。請求の内容は引き続きご覧いただけます。',
    'The contract has ended',
  ),
  LINE_NOT_ACTIVE: conflict(
    'この回線は開通前か、すでに終了しているため、手続きできません。回線の状態をマイページで確認してください。',
    'The line is not active',
  ),
  CUT_OFF_PASSED: conflict(
    '受付の締め切りを過ぎました。次の適用日からの内容でお申し込みください。',
    'The cut-off of the procedure has passed',
  ),
  UNDO_LIMIT_PASSED: conflict(
    '取り消しできる期限を過ぎたため、取り消せません。予約した日に、予約どおりに手続きします。',
    'Too late to undo',
  ),
  NOTHING_BOOKED: conflict(
    '取り消せる予約はありません。すでに取り消されたか、適用済みです。ご契約内容を確認してください。',
    'There is no booking to undo',
  ),
} as const satisfies ErrorTable
