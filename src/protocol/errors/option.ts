import type { ErrorTable } from './error-table.ts'

/** Of options and devices. */
export const optionErrors = {
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
} as const satisfies ErrorTable
