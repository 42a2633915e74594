import { type ErrorTable, conflict, failure } from './error-table.ts'

/** Of applications for a contract. */
export const applicationErrors = {
  APPLICATION_NONE: failure(
    404,
    'お申し込みの入力が見つかりませんでした。有効期限が過ぎて削除されたか、まだ始めていません。はじめからお申し込みください。',
    'There is no open application of this browser or account',
  ),
  APPLICATION_CHANGED: conflict(
    'この項目は、別の画面で先に保存されています。この画面の入力は、まだ保存していません。この内容で保存するときは、もう一度進んでください。',
    'The same step was saved by another tab since it was shown',
  ),
  APPLICATION_SUBMITTED: conflict(
    'このお申し込みは、すでに受け付けています。申し込み状況のページで確認してください。',
    'The application is not open any more',
  ),
  APPLICATION_INCOMPLETE: conflict(
    'まだお答えいただいていない項目があります。その項目を入力してから、お進みください。',
    'A step is not answered or not valid any more',
  ),
  APPLICATION_UNDER_WAY: conflict(
    '同じアカウントからのお申し込みを、すでに受け付けています。申し込み状況のページで確認してください。',
    'The account has an application that is submitted and not decided',
  ),
  ACCOUNT_HAS_CONTRACT: conflict(
    'このアカウントでは、すでにご契約中です。回線を増やすときは、マイページの「SIMの追加」からお手続きください。',
    'The account has a living contract',
  ),
  PERSON_HAS_CONTRACT: conflict(
    'ご契約はお一人につき1契約です。すでにご契約中の方は、そのアカウントでマイページにログインし、「SIMの追加」からお手続きください。',
    'The person has a living contract or a submitted application under another account',
  ),
  HOLDER_UNDER_AGE: failure(
    422,
    'ご契約いただけるのは18歳以上の方です。18歳未満の方がお使いになるときは、保護者の方がお申し込みください。',
    'The holder is younger than 18',
  ),
  NUMBER_NOT_PORTABLE: failure(
    422,
    '電話番号を移せるのは、音声通話SIMだけです。音声通話SIMを選ぶか、新しい電話番号を選んでください。',
    'Only voice lines may port in',
  ),
  NUMBER_REPEATED: failure(
    422,
    '同じ電話番号を、2つの回線に移すことはできません。回線ごとに入力し直してください。',
    'Two lines port in the same number',
  ),
  EID_REPEATED: failure(
    422,
    '同じEIDは、1つの回線だけに使えます。回線ごとに端末のEIDを入力してください。',
    'Two lines name the same chip',
  ),
  PORT_IN_EXPIRES_SOON: failure(
    422,
    'MNP予約番号の有効期限までの日数が足りません。いまの会社で予約番号を取り直してから、入力してください。',
    'The reservation number is valid for fewer days than mnpInRemainingDays',
  ),
  ONE_STOP_NOT_DONE: conflict(
    'いまの会社での手続きが、まだ済んでいません。いまの会社のページで手続きを済ませるか、ほかの方法を選んでください。',
    'No consent of the old carrier for this number',
  ),
  IDENTITY_NOT_DONE: conflict(
    'お申し込みには、法律により本人確認が必要です。本人確認を済ませてください。',
    'The identity check is neither matched nor with staff',
  ),
  CARD_NOT_REGISTERED: conflict(
    'お支払いに使うカードが登録されていません。カードを登録してください。',
    'No card was registered for this application',
  ),
  APPLICATION_LINK_UNUSABLE: conflict(
    'このリンクは使用済みか、有効期限が過ぎています。入力を続けていた端末から、リンクを送り直してください。',
    'Unknown, used or expired code of a mailed link',
  ),
  APPLICATION_LINK_SENT: conflict(
    '続きから入力するためのリンクを送ったばかりです。迷惑メールの振り分けを確認し、しばらくたってから送り直してください。',
    'A link was sent a moment ago, or too many of them',
  ),
  APPLICATION_UNKNOWN: failure(
    404,
    '申込番号と生年月日に合うお申し込みが見つかりませんでした。受付のメールにある番号を確認し、入力し直してください。',
    'No submitted application of this number and birthday',
  ),
  APPLICATION_NOT_WITHDRAWABLE: conflict(
    'SIMの発送または開通が始まっているため、お申し込みを取り消せません。開通後の解約は、マイページで承ります。',
    'Shipped or activated already',
  ),
} as const satisfies ErrorTable
