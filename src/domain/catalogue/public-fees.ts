import { withTax } from './price.ts'

/**
 * Fees every carrier passes on, with tax. Universal service fee and broadband universal service
 * fee: 一般社団法人ユニバーサルサービス支援機関 (TCA); relay service fee: 電話リレーサービス支援機関, since
 * 2021-07.
 */
export const publicFees = [
  withTax('fee.universal', 22, 'numberMonth', { from: '2019-10-01', to: '2025-06-30' }),
  withTax('fee.universal', 33, 'numberMonth', { from: '2025-07-01', to: '2025-12-31' }),
  withTax('fee.universal', 22, 'numberMonth', { from: '2026-01-01' }),
  withTax('fee.relay', 11, 'numberMonth', { from: '2021-07-01' }),
  withTax('fee.broadbandUniversal', 22, 'lineMonth', { from: '2026-03-01', to: '2026-03-31' }),
]
