import type { ErrorTable } from './error-table.ts'

/** Of covered devices, their claims and photographs. */
export const deviceErrors = {
  REGISTRATION_OPEN: {
    httpStatus: 409,
    message: 'この回線では、端末の登録を確認しているところです。終わりましたらお知らせします。',
    log: 'A registration for the line is not answered yet',
  },
  DEVICE_NOT_COVERABLE: {
    httpStatus: 409,
    message: 'この端末は、端末保証の対象ではありません。対象の条件を確認してください。',
    log: 'The device cannot be covered',
  },
  CLAIM_OPEN: {
    httpStatus: 409,
    message: 'この端末の修理・交換を受け付けています。終わるまで、次の請求はできません。',
    log: 'A claim for the device is under way',
  },
  CLAIM_LIMIT_REACHED: {
    httpStatus: 409,
    message: 'この1年に受けられる修理・交換の回数（2回）を、すでに使っています。',
    log: 'The claims of this year of cover are used up',
  },
  EXCHANGE_OPTION_USED: {
    httpStatus: 409,
    message: '端末交換オプションの交換（1回）を、すでに使っています。',
    log: 'The one exchange of the device is used',
  },
  COVER_ENDED: {
    httpStatus: 409,
    message:
      'この端末の保証は終わりました。終わる前に生じた故障や破損も、請求の期限を過ぎています。',
    log: 'The cover of the device is over',
  },
  CLAIM_TOO_LATE: {
    httpStatus: 409,
    message: '故障や破損が起きた日から30日を過ぎているため、請求をお受けできません。',
    log: 'The damage happened too long ago',
  },
  CLAIM_OUTSIDE_COVER: {
    httpStatus: 409,
    message: '保証の対象になっていない日に生じた故障や破損のため、請求をお受けできません。',
    log: 'The damage happened before or after the cover',
  },
  MAKERS_WARRANTY_FIRST: {
    httpStatus: 409,
    message:
      'メーカーの保証期間内の自然故障は、先にメーカーの保証をお使いください。つながる端末保証の回数には数えません。',
    log: 'The maker repairs this free of charge',
  },
  PHOTOGRAPH_KIND_UNKNOWN: {
    httpStatus: 415,
    message: '写真として読み取れないファイルです。JPEG、PNG、WebPの写真を選んでください。',
    log: 'The file is none of the kinds of picture that are taken',
  },
  PHOTOGRAPH_HEIC: {
    httpStatus: 415,
    message:
      'HEIC形式の写真は受け付けられません。端末の設定で「互換性優先」にして撮り直すか、JPEGに変えて選んでください。',
    log: 'The file is a HEIC picture',
  },
  PHOTOGRAPH_UNREADABLE: {
    httpStatus: 422,
    message:
      '写真が途中で切れているか、壊れています。もう一度撮影するか、別の写真を選んでください。',
    log: 'The picture cannot be decoded',
  },
  PHOTOGRAPH_TOO_MANY_PIXELS: {
    httpStatus: 413,
    message: '写真の画素数が大きすぎます。5,000万画素までの写真を選んでください。',
    log: 'The picture has too many pixels',
  },
  PHOTOGRAPH_TOO_LARGE: {
    httpStatus: 413,
    message: '写真は1枚10MBまでです。小さくするか、別の写真を選んでください。',
    log: 'The file is too large',
  },
  PHOTOGRAPH_MISSING: {
    httpStatus: 400,
    message: '写真を選んでから、送信してください。',
    log: 'No file was sent',
  },
  PHOTOGRAPH_LIMIT_REACHED: {
    httpStatus: 409,
    message: '写真は4枚までです。替えるときは、先に1枚を消してください。',
    log: 'The claim has all the photographs it may have',
  },
  CLAIM_TAKES_NO_PHOTOGRAPHS: {
    httpStatus: 409,
    message: 'この請求の確認は終わっているため、写真を追加したり消したりできません。',
    log: 'The claim is decided',
  },
  PHOTOGRAPHS_BUSY: {
    httpStatus: 503,
    message: '写真の受け付けが混み合っています。1分ほどおいて、もう一度お試しください。',
    log: 'Too many large bodies at the same time',
  },
} as const satisfies ErrorTable
