import { z } from 'zod'

type ErrorEntry = {
  readonly httpStatus: number
  /** For the member: what happened, why, what to do. */
  readonly message: string
  /** For the log and the OpenAPI document. */
  readonly log: string
}

/**
 * Every failure the wire can name. The screen shows `message`; where the refusal lifts by itself
 * the answer also carries `freeFrom`, which the screen prints after the sentence.
 */
export const errors = {
  // The request itself
  VALIDATION_FAILED: {
    httpStatus: 400,
    message: '入力内容に誤りがあります。項目ごとの説明を確認し、入力し直してください。',
    log: 'The query or body does not match its schema',
  },
  NOT_SIGNED_IN: {
    httpStatus: 401,
    message:
      'ログインの有効時間が切れたか、まだログインしていません。ログインしてからもう一度お試しください。',
    log: 'No session, or it has expired',
  },
  FORGERY_SUSPECTED: {
    httpStatus: 403,
    message:
      '安全のため操作を中止しました。画面の有効時間が切れた可能性があります。画面を開き直して、もう一度お試しください。',
    log: 'The anti-forgery token or the origin does not match',
  },
  ACCESS_DENIED: {
    httpStatus: 403,
    message:
      'このページは、ご契約中の方だけがご利用いただけます。ご契約のアカウントでログインしているか確認してください。',
    log: 'The caller is signed in but not entitled',
  },
  FRESH_LOGIN_REQUIRED: {
    httpStatus: 403,
    message:
      '大切な手続きのため、ご本人であることをもう一度確認します。ログインし直してから続けてください。',
    log: 'The last login is too old for this procedure',
  },
  NOT_FOUND: {
    httpStatus: 404,
    message: '指定された情報は見つかりませんでした。マイページのトップから開き直してください。',
    log: 'Unknown, or another member’s',
  },
  METHOD_NOT_ALLOWED: {
    httpStatus: 405,
    message: 'この操作は受け付けられません。画面を開き直して、もう一度お試しください。',
    log: 'The path exists but not with this method',
  },
  BODY_TOO_LARGE: {
    httpStatus: 413,
    message: '送信された内容が大きすぎます。入力を短くして、もう一度お試しください。',
    log: 'The request body exceeds the limit',
  },
  FORM_UNREADABLE: {
    httpStatus: 400,
    message: '送信された内容を読み取れませんでした。画面を開き直して、もう一度お試しください。',
    log: 'The body is no form',
  },
  FORM_TYPE_UNKNOWN: {
    httpStatus: 415,
    message:
      'この形式で送信された内容は受け付けられません。画面を開き直して、もう一度お試しください。',
    log: 'The body is of another type than a form',
  },
  IDEMPOTENCY_KEY_REUSED: {
    httpStatus: 422,
    message:
      'この確認画面からの手続きは、別の内容で受け付け済みです。お手続き状況を確認してから、最初の画面からやり直してください。',
    log: 'Idempotency-Key was used before with another body',
  },
  IDEMPOTENCY_IN_FLIGHT: {
    httpStatus: 409,
    message: '同じ手続きを処理しています。数秒待ってから、画面を開き直してください。',
    log: 'A request with this Idempotency-Key is still running',
  },
  TOO_MANY_REQUESTS: {
    httpStatus: 429,
    message:
      '短い時間に操作が続いたため、いったん受け付けを止めています。しばらく待ってから、もう一度お試しください。',
    log: 'Rate limit reached',
  },
  CHANGED_MEANWHILE: {
    httpStatus: 409,
    message:
      '別の画面での操作により、ご契約の内容が変わりました。最新の内容を確認してから、もう一度お試しください。',
    log: 'The row changed since it was shown',
  },
  CONDITIONS_CHANGED: {
    httpStatus: 409,
    message:
      '確認画面を開いたあとで、料金または適用日が変わりました。新しい内容を確認してから、お申し込みください。',
    log: 'The estimate shown at the confirm step no longer holds (cut-off or rate passed)',
  },
  WRONG_STATE: {
    httpStatus: 409,
    message:
      'お手続きの状態が変わったため、この操作はできません。お手続き状況で最新の状態を確認してください。',
    log: 'The state table has no such step from here',
  },
  WRONG_ACTOR: {
    httpStatus: 403,
    message: 'この操作は、お客さまの画面からは行えません。お手続き状況を確認してください。',
    log: 'The state table reserves this step for another actor',
  },
  TERMS_OUTDATED: {
    httpStatus: 409,
    message:
      '確認いただいた文面が改定されました。新しい文面を確認してから、もう一度お申し込みください。',
    log: 'The agreed version is not the version in force',
  },

  // The service itself
  INTERNAL: {
    httpStatus: 500,
    message:
      'サーバーでエラーが起きました。操作が完了したかどうかはお手続き状況で確認できます。時間をおいてもう一度お試しください。',
    log: 'Unexpected failure',
  },
  NOT_BUILT: {
    httpStatus: 501,
    message: 'この機能はご利用いただけません。マイページのトップへお戻りください。',
    log: 'The operation is not built yet (protocol/not-built.ts)',
  },
  UNAVAILABLE: {
    httpStatus: 503,
    message:
      'ただいまアクセスできない状態です。ご契約とデータに影響はありません。数分後にもう一度お試しください。',
    log: 'The database or the service is not available',
  },
  OUTSIDE_NO_ANSWER: {
    httpStatus: 503,
    message:
      '連携先のシステムから応答がありません。受け付け済みの手続きは、応答があり次第こちらで進めます。お手続き状況を確認してください。',
    log: 'An outside system gave no answer in time',
  },

  // What blocks what (exclusion matrix)
  UNPAID: {
    httpStatus: 409,
    message:
      'お支払いが確認できていない料金があるため、この手続きはできません。お支払いが済むと、すぐに手続きできます。',
    log: 'Blocked: an unpaid bill',
  },
  SUSPENDED: {
    httpStatus: 409,
    message:
      'ご利用を停止しているため、この手続きはできません。停止の理由をマイページで確認し、利用を再開してからお手続きください。',
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

  // Time
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

  // Plan size
  SIZE_UNCHANGED: {
    httpStatus: 409,
    message: '現在と同じデータ容量が選ばれています。別の容量を選んでください。',
    log: 'The wanted size is the one in force',
  },
  SIZE_ALREADY_BOOKED: {
    httpStatus: 409,
    message:
      'このデータ容量への変更は、すでに予約されています。変えるときは、別の容量を選ぶか、予約を取り消してください。',
    log: 'The wanted size is the one that is booked',
  },
  PLAN_NOT_SHAREABLE: {
    httpStatus: 409,
    message:
      'このデータ容量では、複数の回線をお使いいただけません。シェアできる容量（8GB以上）を選んでください。',
    log: 'The size has no share course',
  },
  BOOKED_PLAN_NOT_SHAREABLE: {
    httpStatus: 409,
    message:
      'ご予約中のデータ容量では、複数の回線をお使いいただけません。予約を取り消すか、シェアできる容量（8GB以上）に変えてから申し込んでください。',
    log: 'The booked size has no share course',
  },
  PLAN_NOT_ON_SALE: {
    httpStatus: 409,
    message: '選んだデータ容量は受け付けていません。一覧から選び直してください。',
    log: 'The size is not on sale on the effective date',
  },

  // SIM and lines
  LINE_LIMIT_REACHED: {
    httpStatus: 409,
    message:
      '1つのご契約でお使いいただける回線は3回線までです。追加するには、いまの回線のどれかを解約してください。',
    log: 'At most three lines a contract',
  },
  NO_LINES: {
    httpStatus: 422,
    message: '回線が選ばれていません。1回線以上を選んでください。',
    log: 'A quote or order without a line',
  },
  NOT_VOICE_LINE: {
    httpStatus: 409,
    message: '音声通話SIMの回線だけで受け付けている手続きです。音声通話SIMの回線を選んでください。',
    log: 'Only voice lines qualify',
  },
  KIND_UNCHANGED: {
    httpStatus: 409,
    message: '現在と同じSIMの種別が選ばれています。別の種別を選んでください。',
    log: 'The wanted kind is the one in force',
  },
  EID_IN_USE: {
    httpStatus: 409,
    message: '入力されたEIDは、ほかの手続きで使用中です。端末のEIDを確認して入力し直してください。',
    log: 'The EID has an open order',
  },
  ESIM_NOT_READY: {
    httpStatus: 409,
    message:
      'eSIMのプロファイルを準備しています。準備ができるとメールでお知らせします。少し待ってから開き直してください。',
    log: 'No activation code yet',
  },
  SWITCH_HOUR_NOT_OFFERED: {
    httpStatus: 409,
    message: '選んだ切り替え日時は受け付けていません。表示されている日時から選び直してください。',
    log: 'The switch-over hour is not on offer',
  },
  ORDER_NOT_SWITCHABLE: {
    httpStatus: 409,
    message:
      'このお手続きは、まだ切り替えできる段階ではないか、すでに完了しています。お手続き状況を確認してください。',
    log: 'The order is not in a state that can be switched over',
  },
  ORDER_NOT_CANCELLABLE: {
    httpStatus: 409,
    message:
      'このお手続きは発送または切り替えが始まっているため、取り消せません。お手続き状況を確認してください。',
    log: 'The order is past the point of return',
  },
  ORDER_REFUSED_BY_CARRIER: {
    httpStatus: 409,
    message:
      '回線設備側で受け付けられませんでした。料金はかかりません。入力内容を確認し、もう一度お申し込みください。',
    log: 'The carrier rejected the order',
  },
  ALREADY_SUSPENDED: {
    httpStatus: 409,
    message: 'この回線は、すでに停止しています。',
    log: 'The line is suspended already',
  },
  NOT_SUSPENDED_AS_LOST: {
    httpStatus: 409,
    message:
      '紛失による停止中の回線ではないため、ここからは再開できません。停止の理由をマイページで確認してください。',
    log: 'Only a suspension for loss can be lifted by the member',
  },

  // Identity
  IDENTITY_REQUIRED: {
    httpStatus: 409,
    message:
      '音声通話SIMの手続きには、法律により本人確認が必要です。本人確認を済ませてから続けてください。',
    log: 'Identity check missing',
  },
  IDENTITY_MISMATCH: {
    httpStatus: 409,
    message:
      '本人確認書類の内容と、ご登録の内容が一致しませんでした。ご登録の氏名・住所・生年月日を確認してください。',
    log: 'Identity data differ from the profile',
  },
  IDENTITY_UNREADABLE: {
    httpStatus: 409,
    message: '本人確認書類を読み取れませんでした。端末の置き方を確認して、もう一度お試しください。',
    log: 'The document could not be read',
  },
  IDENTITY_EXPIRED: {
    httpStatus: 409,
    message: '本人確認の有効時間が過ぎました。お手続き状況から、本人確認をやり直してください。',
    log: 'The identity session has expired',
  },

  // Cancellation and port-out
  INITIAL_CANCEL_PERIOD_OVER: {
    httpStatus: 409,
    message:
      '初期契約解除の期間（契約書面を受け取った日から8日間）が過ぎました。通常の解約はいつでもお手続きいただけます。',
    log: 'The eight days are over',
  },
  INITIAL_CANCEL_NOT_APPLICABLE: {
    httpStatus: 409,
    message:
      'このご契約は、初期契約解除の対象ではありません。通常の解約はいつでもお手続きいただけます。',
    log: 'Not subject to initial cancellation',
  },
  RETURN_URL_NOT_ALLOWED: {
    httpStatus: 403,
    message:
      '移転先の事業者の戻り先が登録されていないため、中止しました。移転先の申し込み画面からやり直してください。',
    log: 'The return address is not on the allow-list',
  },
  HANDOFF_TOKEN_INVALID: {
    httpStatus: 409,
    message:
      'この手続きの有効時間が過ぎたか、すでに使用されています。移転先の申し込み画面からやり直してください。',
    log: 'The one-stop token is unknown, used or expired',
  },

  // Data
  HIGH_SPEED_CHANGED_RECENTLY: {
    httpStatus: 429,
    message:
      '高速データ通信の切り替えは、1回線につき1分に1回までです。少し待ってから、もう一度お試しください。',
    log: 'At most one change a minute a line',
  },
  TOP_UP_NOT_ON_SALE: {
    httpStatus: 409,
    message: '選んだデータチャージは受け付けていません。一覧から選び直してください。',
    log: 'Unknown or withdrawn pack',
  },

  // Money
  PAYMENT_REFUSED: {
    httpStatus: 409,
    message:
      'カード会社がお支払いを承認しませんでした。料金はかかっていません。カード会社に確認するか、別のカードを登録してください。',
    log: 'The card processor refused the charge',
  },
  PAYMENT_UNKNOWN: {
    httpStatus: 409,
    message:
      'カード会社からの応答を確認しています。二重に請求されることはありません。結果はメールでお知らせします。',
    log: 'The card processor gave no answer; the reconciling job will tell',
  },
  CARD_MISSING: {
    httpStatus: 409,
    message:
      'お支払いに使えるカードが登録されていません。カード情報を登録してから、もう一度お試しください。',
    log: 'No usable card on file',
  },
  NOTHING_TO_PAY: {
    httpStatus: 409,
    message: 'お支払いが必要な料金はありません。すでにお支払いが済んでいます。',
    log: 'The bill is not payable',
  },
  INVOICE_NOT_ISSUABLE: {
    httpStatus: 409,
    message:
      'この月の請求はまだ確定していないため、適格請求書を発行できません。確定後にお手続きください。',
    log: 'The bill is open',
  },
  RETURN_INVOICE_NOT_ISSUABLE: {
    httpStatus: 409,
    message: 'この請求には返金や値引きがないため、適格返還請求書の対象ではありません。',
    log: 'There is no return or later discount',
  },
  CHARACTER_NOT_PRINTABLE: {
    httpStatus: 409,
    message:
      'お名前に、書類へ正しく印字できない文字が含まれています。誤った文字で発行しないよう中止しました。お問い合わせください。',
    log: 'A code point is missing from the font',
  },

  MESSAGE_TOO_LONG: {
    httpStatus: 422,
    message: 'SMSは1通670文字までです。文字数を少なくして、もう一度計算してください。',
    log: 'A message beyond the last step of the price list',
  },

  // Options and devices
  OPTION_ALREADY_ACTIVE: {
    httpStatus: 409,
    message: 'このオプションは、すでにご利用中です。',
    log: 'The option is active already',
  },
  OPTION_NOT_ACTIVE: {
    httpStatus: 409,
    message: 'このオプションは、ご利用中ではありません。ご契約内容を確認してください。',
    log: 'The option is not active',
  },
  OPTION_LEAVING_BOOKED: {
    httpStatus: 409,
    message: 'このオプションは、すでに月末での解約を受け付けています。',
    log: 'Leaving is booked already',
  },
  OPTION_NOT_FOR_LINE_KIND: {
    httpStatus: 409,
    message: 'この回線では、選んだオプションをご利用いただけません。対象の回線を確認してください。',
    log: 'The option does not fit the kind of line',
  },
  DEVICE_NOT_COVERABLE: {
    httpStatus: 409,
    message: 'この端末は、端末保証の対象ではありません。対象の条件を確認してください。',
    log: 'The device cannot be covered',
  },

  // Papers
  DOCUMENT_NOT_READY: {
    httpStatus: 409,
    message:
      '書面を作成しています。できあがるとメールでお知らせします。少し待ってから開き直してください。',
    log: 'The PDF is not made yet',
  },
  PAPER_ALREADY_ORDERED: {
    httpStatus: 409,
    message: 'この書面の郵送は、すでに受け付けています。発送の状況を確認してください。',
    log: 'A paper copy is under way',
  },

  // Account
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

  // Queued procedures
  PROCEDURE_ALREADY_QUEUED: {
    httpStatus: 409,
    message: '同じ手続きを、すでに順番待ちで受け付けています。',
    log: 'The procedure is queued already',
  },
  PROCEDURE_NOT_QUEUEABLE: {
    httpStatus: 409,
    message:
      'この手続きは順番待ちで受け付けられません。手続きできる日になってから、お申し込みください。',
    log: 'The procedure cannot be queued',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(errors, value)

export const errorCode = z
  .literal(Object.keys(errors).filter(isErrorCode))
  .meta({ id: 'ErrorCode', description: 'エラーと、手続きできない理由のコード' })

/** What any endpoint may answer, beside the codes it names itself. */
export const generalErrorCodes = [
  'VALIDATION_FAILED',
  'NOT_SIGNED_IN',
  'FORGERY_SUSPECTED',
  'ACCESS_DENIED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_FLIGHT',
  'TOO_MANY_REQUESTS',
  'CHANGED_MEANWHILE',
  'WRONG_STATE',
  'WRONG_ACTOR',
  'INTERNAL',
  'UNAVAILABLE',
  'OUTSIDE_NO_ANSWER',
] as const satisfies readonly ErrorCode[]

/** What pages answer to a posted body that is no form; the endpoints take JSON. */
export const formErrorCodes = [
  'FORM_UNREADABLE',
  'FORM_TYPE_UNKNOWN',
] as const satisfies readonly ErrorCode[]
