import { type ErrorTable, conflict, failure } from './error-table.ts'

/** Of devices that are told by push. */
export const pushErrors = {
  PUSH_NOT_OFFERED: conflict(
    'いまはプッシュ通知を受け付けていません。お知らせは、マイページとメールでお送りします。',
    'The operator has set no keys for web push, or the login names no browser',
  ),
  PUSH_SERVICE_UNKNOWN: failure(
    422,
    'このブラウザーのプッシュ通知には対応していません。Chrome、Edge、Safari、Firefoxでお試しください。',
    'The address is not that of a known push service',
  ),
  PUSH_DEVICE_TAKEN: conflict(
    'この端末のプッシュ通知は、ほかのアカウントで使われています。画面を開き直してから、もう一度お試しください。',
    'The address belongs to another account or browser: the browser has to subscribe anew',
  ),
} as const satisfies ErrorTable
