import { conflict, type ErrorTable, failure } from './error-table.ts'

/** Of programs that members have let in. */
export const connectionErrors = {
  KEY_NOT_VALID: failure(
    401,
    'このアクセスキーは使えません。期限が過ぎたか、取り消されたか、写し間違いがあります。マイページの「連携とアクセスキー」で確認してください。',
    'The key or token is unknown, over, taken back, or its checksum is wrong',
  ),
  KEY_IN_ADDRESS: failure(
    400,
    'アクセスキーは、アドレスに入れずに Authorization ヘッダーで送ってください。アドレスに入れたキーは記録に残るため、取り消して作り直してください。',
    'A key or token stands in the query of the address',
  ),
  SCOPE_MISSING: failure(
    403,
    'この操作は許されていません。必要な操作を選んで、アクセスキーを作り直すか、アプリをつなぎ直してください。',
    'The operation has no scope, or one that was not given',
  ),
  CONNECTIONS_FULL: conflict(
    '使える連携とアクセスキーは20個までです。使わないものを取り消してから、作ってください。',
    'The person has as many connections at the contract as anybody may',
  ),
  OWN_APPS_FULL: conflict(
    '登録できる手元のアプリは5個までです。使わないものの登録を消してから、登録してください。',
    'The member has as many apps of their own as anybody may',
  ),
  CONNECTION_REQUEST_OVER: conflict(
    'この連携の申し出は、別の画面で決められたか、期限が過ぎています。アプリから、もう一度始めてください。',
    'The request of an app is unknown, decided, over, or of another account',
  ),
  PREPARED_FULL: conflict(
    '手続きの下書きは10件までです。マイページの「連携とアクセスキー」で、使わない下書きを消してください。',
    'The contract has as many drafts as it may',
  ),
  CONNECTION_OVER: conflict(
    'この連携は、すでに終わっています。',
    'The connection has ended already',
  ),
} as const satisfies ErrorTable

/** Of webhooks. */
export const webhookErrors = {
  WEBHOOKS_FULL: conflict(
    '作れるWebhookは5個までです。使わないものを消してから、作ってください。',
    'The contract has as many webhooks as it may',
  ),
  WEBHOOK_OFF: conflict(
    'このWebhookは止まっています。もう一度始めてから、送ってください。',
    'Nothing is sent to a webhook that is off',
  ),
} as const satisfies ErrorTable

/** Of widgets. */
export const widgetErrors = {
  WIDGETS_FULL: conflict(
    '作れるウィジェットは6個までです。使わないものを消してから、作ってください。',
    'The contract has as many widgets as it may',
  ),
} as const satisfies ErrorTable
