import { type ErrorTable, conflict, failure } from './error-table.ts'

/** Of the succession to a contract after a death. */
export const successionErrors = {
  SUCCESSION_OPEN: conflict(
    'ご契約者の名義変更（承継）の書類を確認しているため、このお手続きは、確認が済むまで受け付けられません。お心当たりがないときは、窓口にお知らせください。',
    'Blocked: a succession to the contract is open',
  ),
  SUCCESSION_NOT_FOUND: failure(
    404,
    '入力された電話番号・フリガナ・生年月日に合うご契約が見つかりませんでした。請求書やSIMカードの台紙の番号と見比べて、もう一度入力してください。分からないときは、窓口でお調べします。',
    'No living contract of this number, kana and birthday',
  ),
  SUCCESSION_NONE: failure(
    404,
    '入力中のお手続きがありません。亡くなった方のご契約の入力から始めてください。',
    'The account has no succession in this state',
  ),
  SUCCESSION_INCOMPLETE: conflict(
    'まだ済んでいない項目があります。その項目を済ませてから、お進みください。',
    'A step of the succession is not done',
  ),
  SUCCESSION_UNDER_WAY: conflict(
    'このご契約の名義変更は、すでに承っています。ほかのご家族がお手続き中のこともあります。窓口でご相談ください。',
    'The contract or the account has an open succession',
  ),
  SUCCESSION_AT_DESK: conflict(
    'このご契約のお手続きは、窓口で承ります。前のお申し出が成立しなかったため、このページからは受け付けていません。',
    'Too many successions to the contract came to nothing, or its holder stopped one',
  ),
  HEIR_HAS_CONTRACT: conflict(
    'ご契約はお一人につき1契約のため、すでにご契約中の方は引き継げません。ほかのご家族が引き継ぐか、「解約する」をお選びください。電話番号を残したいときは、窓口でご相談ください。',
    'The heir has a living contract',
  ),
  SUCCESSION_UNKNOWN: failure(
    404,
    '受付番号と生年月日に合うお手続きが見つかりませんでした。受付のメールにある番号と、お手続きをした方の生年月日を確認してください。',
    'No submitted succession of this number and birthday',
  ),
  SUCCESSION_CLOSED: conflict(
    'このお手続きは、すでに終わっています。いまの状況を確認してください。',
    'The succession is decided, withdrawn or lapsed',
  ),
  SUCCESSION_FILE_UNKNOWN: failure(
    415,
    '読み取れない形式のファイルです。PDF、JPEG、PNGのファイルを選んでください。',
    'The file is none of the kinds of paper that are taken',
  ),
  SUCCESSION_FILE_UNREADABLE: failure(
    422,
    'ファイルが途中で切れているか、パスワードや動きのある内容が付いています。紙を撮影した画像か、印刷と同じ内容のPDFを選んでください。',
    'The paper is cut off, encrypted or acts by itself',
  ),
  SUCCESSION_FILE_TOO_LARGE: failure(
    413,
    '書類は1つ10MBまでです。撮影し直すか、小さいファイルを選んでください。',
    'The file of the paper is too large',
  ),
  SUCCESSION_FILE_MISSING: failure(
    400,
    'ファイルが選ばれていません。書類のファイルを選んでから、お進みください。',
    'No file came with the form',
  ),
  SUCCESSION_FILE_KNOWN: conflict(
    '前に添えたものと同じファイルです。お願いした書類を選んでください。',
    'The file was there before staff asked for others',
  ),
  SUCCESSION_FILE_LIMIT: conflict(
    '書類は3つまでです。差し替えるときは、先に1つ削除してください。',
    'The succession has as many papers as may be',
  ),
} as const satisfies ErrorTable
