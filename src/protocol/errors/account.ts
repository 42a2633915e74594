import type { ErrorTable } from './error-table.ts'

/** Of the account and its partners. */
export const accountErrors = {
  CODE_WRONG: {
    httpStatus: 422,
    message: '確認コードが違います。届いたコードを確認して、入力し直してください。',
    log: 'The confirmation code does not match',
  },
  CODE_EXPIRED: {
    httpStatus: 409,
    message: '確認コードの有効時間が過ぎました。新しいコードを送り直してください。',
    log: 'The confirmation code has expired',
  },
  CHANGE_UNDER_REVIEW: {
    httpStatus: 409,
    message:
      '前回の変更を確認しているため、重ねて申し込めません。結果が出るか、取り下げてからお手続きください。',
    log: 'A profile change is pending',
  },
  PARTNER_ALREADY_LINKED: {
    httpStatus: 409,
    message: 'すでに連携が済んでいます。別のIDに変えるときは、先に連携を解除してください。',
    log: 'The account is linked already',
  },
  PARTNER_LINKED_ELSEWHERE: {
    httpStatus: 409,
    message:
      'このIDは、別のアカウントと連携済みです。連携しているアカウントで解除してから、もう一度お試しください。',
    log: 'The partner id belongs to another account',
  },
  PARTNER_LINK_EXPIRED: {
    httpStatus: 409,
    message: '連携の手続きの有効時間が過ぎました。最初からやり直してください。',
    log: 'Unknown, replayed or expired state',
  },
} as const satisfies ErrorTable
