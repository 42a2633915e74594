import { type ErrorTable, conflict } from './error-table.ts'

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
