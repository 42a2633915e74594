import { type ErrorTable, conflict, failure } from './error-table.ts'

/** Of covered devices, their claims and photographs. */
export const deviceErrors = {
  REGISTRATION_OPEN: conflict(
    'この回線では、端末の登録を確認しているところです。終わりましたらお知らせします。',
    'A registration for the line is not answered yet',
  ),
  DEVICE_NOT_COVERABLE: conflict(
    'この端末は、端末保証の対象ではありません。対象の条件を確認してください。',
    'The device cannot be covered',
  ),
  CLAIM_OPEN: conflict(
    'この端末の修理・交換を受け付けています。終わるまで、次の請求はできません。',
    'A claim for the device is under way',
  ),
  CLAIM_LIMIT_REACHED: conflict(
    'この1年に受けられる修理・交換の回数（2回）を、すでに使っています。',
    'The claims of this year of cover are used up',
  ),
  EXCHANGE_OPTION_USED: conflict(
    '端末交換オプションの交換（1回）を、すでに使っています。',
    'The one exchange of the device is used',
  ),
  COVER_ENDED: conflict(
    'この端末の保証は終わりました。終わる前に生じた故障や破損も、請求の期限を過ぎています。',
    'The cover of the device is over',
  ),
  CLAIM_TOO_LATE: conflict(
    '故障や破損が起きた日から30日を過ぎているため、請求をお受けできません。',
    'The damage happened too long ago',
  ),
  CLAIM_OUTSIDE_COVER: conflict(
    '保証の対象になっていない日に生じた故障や破損のため、請求をお受けできません。',
    'The damage happened before or after the cover',
  ),
  MAKERS_WARRANTY_FIRST: conflict(
    'メーカーの保証期間内の自然故障は、先にメーカーの保証をお使いください。つながる端末保証の回数には数えません。',
    'The maker repairs this free of charge',
  ),
  PHOTOGRAPH_KIND_UNKNOWN: failure(
    415,
    '写真として読み取れないファイルです。JPEG、PNG、WebPの写真を選んでください。',
    'The file is none of the kinds of picture that are taken',
  ),
  PHOTOGRAPH_HEIC: failure(
    415,
    'HEIC形式の写真は受け付けられません。端末の設定で「互換性優先」にして撮り直すか、JPEGに変えて選んでください。',
    'The file is a HEIC picture',
  ),
  PHOTOGRAPH_UNREADABLE: failure(
    422,
    '写真が途中で切れているか、壊れています。もう一度撮影するか、別の写真を選んでください。',
    'The picture cannot be decoded',
  ),
  PHOTOGRAPH_TOO_MANY_PIXELS: failure(
    413,
    '写真の画素数が大きすぎます。5,000万画素までの写真を選んでください。',
    'The picture has too many pixels',
  ),
  PHOTOGRAPH_TOO_LARGE: failure(
    413,
    '写真は1枚10MBまでです。小さくするか、別の写真を選んでください。',
    'The file is too large',
  ),
  PHOTOGRAPH_MISSING: failure(400, '写真を選んでから、送信してください。', 'No file was sent'),
  PHOTOGRAPH_LIMIT_REACHED: conflict(
    '写真は4枚までです。替えるときは、先に1枚を消してください。',
    'The claim has all the photographs it may have',
  ),
  CLAIM_TAKES_NO_PHOTOGRAPHS: conflict(
    'この請求の確認は終わっているため、写真を追加したり消したりできません。',
    'The claim is decided',
  ),
  PHOTOGRAPHS_BUSY: failure(
    503,
    '写真の受け付けが混み合っています。1分ほどおいて、もう一度お試しください。',
    'Too many large bodies at the same time',
  ),
} as const satisfies ErrorTable
