import { conflict, type ErrorTable, failure } from './error-table.ts'

/** Of queued procedures. */
export const procedureErrors = {
  PROCEDURE_ALREADY_QUEUED: conflict(
    '同じ手続きを、すでに順番待ちで受け付けています。',
    'The procedure is queued already',
  ),
  PROCEDURE_NOT_QUEUEABLE: conflict(
    'この手続きは順番待ちで受け付けられません。手続きできる日になってから、お申し込みください。',
    'The procedure cannot be queued',
  ),
} as const satisfies ErrorTable

/** Of the data size. */
export const planSizeErrors = {
  SIZE_UNCHANGED: conflict(
    '現在と同じデータ容量が選ばれています。別の容量を選んでください。',
    'The wanted size is the one in force',
  ),
  SIZE_ALREADY_BOOKED: conflict(
    'このデータ容量への変更は、すでに予約されています。変えるときは、別の容量を選ぶか、予約を取り消してください。',
    'The wanted size is the one that is booked',
  ),
  PLAN_NOT_SHAREABLE: conflict(
    'このデータ容量では、複数の回線をお使いいただけません。シェアできる容量（8GB以上）を選んでください。',
    'The size has no share course',
  ),
  BOOKED_PLAN_NOT_SHAREABLE: conflict(
    'ご予約中のデータ容量では、複数の回線をお使いいただけません。予約を取り消すか、シェアできる容量（8GB以上）に変えてから申し込んでください。',
    'The booked size has no share course',
  ),
  PLAN_NOT_ON_SALE: conflict(
    '選んだデータ容量は受け付けていません。一覧から選び直してください。',
    'The size is not on sale on the effective date',
  ),
} as const satisfies ErrorTable

/** Of cancellation and port-out. */
export const cancellationErrors = {
  INITIAL_CANCEL_PERIOD_OVER: conflict(
    '初期契約解除の期間（契約書面を受け取った日から8日間）が過ぎました。通常の解約はいつでもお手続きいただけます。',
    'The eight days are over',
  ),
  INITIAL_CANCEL_NOT_APPLICABLE: conflict(
    'このご契約は、初期契約解除の対象ではありません。通常の解約はいつでもお手続きいただけます。',
    'Not subject to initial cancellation',
  ),
  INITIAL_CANCEL_SUBMITTED: conflict(
    '初期契約解除は、すでに受け付けています。お手続き状況を確認してください。',
    'The initial cancellation is submitted already',
  ),
  RETURN_URL_NOT_ALLOWED: failure(
    403,
    '移転先の事業者の戻り先が登録されていないため、中止しました。移転先の申し込み画面からやり直してください。',
    'The return address is not on the allow-list',
  ),
  HANDOFF_TOKEN_INVALID: conflict(
    'この手続きの有効時間が過ぎたか、すでに使用されています。移転先の申し込み画面からやり直してください。',
    'The one-stop token is unknown, used or expired',
  ),
} as const satisfies ErrorTable

/** Of documents and their paper copies. */
export const documentErrors = {
  DOCUMENT_NOT_READY: conflict(
    '書面を作成しています。できあがるとメールでお知らせします。少し待ってから開き直してください。',
    'The PDF is not made yet',
  ),
  PAPER_ALREADY_ORDERED: conflict(
    'この書面の郵送は、すでに受け付けています。発送の状況を確認してください。',
    'A paper copy is under way',
  ),
} as const satisfies ErrorTable

/** Of lines handed to a member of the family. */
export const handoverErrors = {
  HANDOVER_OVER: conflict(
    'この手続きはすでに終わっているため、取りやめられません。いまの状況は、お手続き状況で確認してください。',
    'The hand-over has been completed, withdrawn or has lapsed',
  ),
  HANDOVER_UNKNOWN: conflict(
    '譲渡番号と電話番号に合う回線が見つからないか、いまは譲り受けられません。番号と有効期限を、ゆずる方に確認してください。',
    'No open hand-over of this number and phone number, or it is taken or past its last day',
  ),
  HANDOVER_OTHER_PERSON: conflict(
    'ゆずる方が登録した受け取る方のフリガナまたは生年月日と、入力された内容が一致しません。入力を確認し、正しいときは、ゆずる方に手続きのやり直しを依頼してください。',
    'The applicant is not the person the giver has named',
  ),
  HANDOVER_ALONE: conflict(
    '回線を譲り受けるお申し込みは、その1回線だけで承ります。回線数を1にしてください。ほかの回線は、切り替わったあとに「SIMの追加」で増やせます。',
    'An application that takes over a line may have no other line',
  ),
} as const satisfies ErrorTable

/** Of identity checks. */
export const identityErrors = {
  IDENTITY_EXPIRED: conflict(
    '本人確認の有効時間が過ぎました。お手続き状況から、本人確認をやり直してください。',
    'The identity session has expired',
  ),
  IDENTITY_ON_OTHER_DEVICE: conflict(
    'この手続きは、ほかの端末で始められています。ご本人の確認は、手続きを始めた端末で済ませてください。お心当たりがないときは、取りやめてください。',
    'Only the session that began it shows the proof for it',
  ),
} as const satisfies ErrorTable
