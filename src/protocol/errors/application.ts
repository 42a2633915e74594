import type { ErrorTable } from './error-table.ts'

/** Of applications for a contract. */
export const applicationErrors = {
  APPLICATION_NONE: {
    httpStatus: 404,
    message:
      'お申し込みの入力が見つかりませんでした。有効期限が過ぎて削除されたか、まだ始めていません。はじめからお申し込みください。',
    log: 'There is no open application of this browser or account',
  },
  APPLICATION_CHANGED: {
    httpStatus: 409,
    message:
      'この項目は、別の画面で先に保存されています。この画面の入力は、まだ保存していません。この内容で保存するときは、もう一度進んでください。',
    log: 'The same step was saved by another tab since it was shown',
  },
  APPLICATION_SUBMITTED: {
    httpStatus: 409,
    message: 'このお申し込みは、すでに受け付けています。申し込み状況のページで確認してください。',
    log: 'The application is not open any more',
  },
  APPLICATION_INCOMPLETE: {
    httpStatus: 409,
    message: 'まだお答えいただいていない項目があります。その項目を入力してから、お進みください。',
    log: 'A step is not answered or not valid any more',
  },
  APPLICATION_UNDER_WAY: {
    httpStatus: 409,
    message:
      '同じアカウントからのお申し込みを、すでに受け付けています。申し込み状況のページで確認してください。',
    log: 'The account has an application that is submitted and not decided',
  },
  ACCOUNT_HAS_CONTRACT: {
    httpStatus: 409,
    message:
      'このアカウントでは、すでにご契約中です。回線を増やすときは、マイページの「SIMの追加」からお手続きください。',
    log: 'The account has a living contract',
  },
  PERSON_HAS_CONTRACT: {
    httpStatus: 409,
    message:
      'ご契約はお一人につき1契約です。すでにご契約中の方は、そのアカウントでマイページにログインし、「SIMの追加」からお手続きください。',
    log: 'The person has a living contract or a submitted application under another account',
  },
  HOLDER_UNDER_AGE: {
    httpStatus: 422,
    message:
      'ご契約いただけるのは18歳以上の方です。18歳未満の方がお使いになるときは、保護者の方がお申し込みください。',
    log: 'The holder is younger than 18',
  },
  NUMBER_NOT_PORTABLE: {
    httpStatus: 422,
    message:
      '電話番号を移せるのは、音声通話SIMだけです。音声通話SIMを選ぶか、新しい電話番号を選んでください。',
    log: 'Only voice lines may port in',
  },
  NUMBER_REPEATED: {
    httpStatus: 422,
    message: '同じ電話番号を、2つの回線に移すことはできません。回線ごとに入力し直してください。',
    log: 'Two lines port in the same number',
  },
  EID_REPEATED: {
    httpStatus: 422,
    message: '同じEIDは、1つの回線だけに使えます。回線ごとに端末のEIDを入力してください。',
    log: 'Two lines name the same chip',
  },
  PORT_IN_EXPIRES_SOON: {
    httpStatus: 422,
    message:
      'MNP予約番号の有効期限までの日数が足りません。いまの会社で予約番号を取り直してから、入力してください。',
    log: 'The reservation number is valid for fewer days than mnpInRemainingDays',
  },
  ONE_STOP_NOT_DONE: {
    httpStatus: 409,
    message:
      'いまの会社での手続きが、まだ済んでいません。いまの会社のページで手続きを済ませるか、ほかの方法を選んでください。',
    log: 'No consent of the old carrier for this number',
  },
  IDENTITY_NOT_DONE: {
    httpStatus: 409,
    message:
      '音声通話SIMのお申し込みには、法律により本人確認が必要です。本人確認を済ませてください。',
    log: 'The identity check is neither matched nor with staff',
  },
  CARD_NOT_REGISTERED: {
    httpStatus: 409,
    message: 'お支払いに使うカードが登録されていません。カードを登録してください。',
    log: 'No card was registered for this application',
  },
  APPLICATION_LINK_UNUSABLE: {
    httpStatus: 409,
    message:
      'このリンクは使用済みか、有効期限が過ぎています。入力を続けていた端末から、リンクを送り直してください。',
    log: 'Unknown, used or expired code of a mailed link',
  },
  APPLICATION_LINK_SENT: {
    httpStatus: 409,
    message:
      '続きから入力するためのリンクを送ったばかりです。迷惑メールの振り分けを確認し、しばらくたってから送り直してください。',
    log: 'A link was sent a moment ago, or too many of them',
  },
  APPLICATION_UNKNOWN: {
    httpStatus: 404,
    message:
      '申込番号と生年月日に合うお申し込みが見つかりませんでした。受付のメールにある番号を確認し、入力し直してください。',
    log: 'No submitted application of this number and birthday',
  },
  APPLICATION_NOT_WITHDRAWABLE: {
    httpStatus: 409,
    message:
      'SIMの発送または開通が始まっているため、お申し込みを取り消せません。開通後の解約は、マイページで承ります。',
    log: 'Shipped or activated already',
  },
} as const satisfies ErrorTable
