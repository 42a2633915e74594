import type { PlanCode } from './plan.ts'
import { exTax, withTax } from './price.ts'

/** ours: yen a month, tax excluded: data, data+SMS, voice. */
const sizes: readonly (readonly [PlanCode, number, number, number])[] = [
  [10, 400, 530, 800],
  [11, 480, 610, 880],
  [13, 680, 810, 1080],
  [15, 880, 1010, 1280],
  [18, 1080, 1210, 1480],
  [20, 1280, 1410, 1680],
  [25, 1580, 1710, 1980],
  [30, 1880, 2010, 2280],
  [40, 2480, 2610, 2880],
]

export const planPrices = sizes.flatMap(([code, data, sms, voice]) => [
  exTax(`plan.${code}.data`, data, 'month'),
  exTax(`plan.${code}.sms`, sms, 'month'),
  exTax(`plan.${code}.voice`, voice, 'month'),
])

/** ours: each further line of a share course. */
export const sharePrices = [
  exTax('share.data', 400, 'month'),
  exTax('share.sms', 450, 'month'),
  exTax('share.voice', 700, 'month'),
]

/** ours */
export const optionPrices = [
  exTax('option.tenMinuteCalls', 700, 'month'),
  exTax('option.voicemail', 300, 'month'),
  exTax('option.callWaiting', 200, 'month'),
  exTax('option.forwarding', 0, 'month'),
  exTax('option.internationalCallStop', 0, 'month'),
  exTax('option.deviceCover', 500, 'month'),
  exTax('option.security', 250, 'month'),
  exTax('option.remoteSupport', 400, 'month'),
  exTax('option.filtering', 0, 'month'),
  exTax('option.magazines', 500, 'month'),
  exTax('option.publicWifi', 362, 'month'),
]

const telephoneFees = '一般社団法人ユニバーサルサービス支援機関（TCA）'

/** Fees every carrier passes on, with tax; what we told of them stands in the notice of the day. */
export const publicFees = [
  withTax('fee.universal', 22, 'numberMonth', { to: '2025-06-30', source: telephoneFees }),
  withTax('fee.universal', 33, 'numberMonth', {
    from: '2025-07-01',
    to: '2025-12-31',
    announced: '2025-06-16',
    source: telephoneFees,
  }),
  withTax('fee.universal', 22, 'numberMonth', {
    from: '2026-01-01',
    announced: '2025-12-15',
    source: telephoneFees,
  }),
  withTax('fee.relay', 11, 'numberMonth', {
    from: '2021-07-01',
    announced: '2021-06-15',
    source: '一般財団法人電話リレーサービス支援機関',
  }),
  withTax('fee.broadbandUniversal', 22, 'lineMonth', {
    from: '2026-03-01',
    to: '2026-03-31',
    announced: '2026-02-16',
    source: telephoneFees,
  }),
]
