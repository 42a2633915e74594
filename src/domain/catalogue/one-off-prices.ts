import { exTax, withTax } from './price.ts'

/** ours: extra data, each pack. */
export const topUpPrices = [
  exTax('topup.100mb', 200, 'each'),
  exTax('topup.500mb', 600, 'each'),
  exTax('topup.1gb', 1000, 'each'),
  exTax('topup.1gbNoCarry', 480, 'each'),
]

/** ours: each time it happens. */
export const oneOffPrices = [
  exTax('oneOff.simIssue', 3000, 'each'),
  exTax('oneOff.simPreparation', 394, 'each'),
  exTax('oneOff.simChange', 3000, 'each'),
  exTax('oneOff.simChangePreparation', 394, 'each'),
  exTax('oneOff.esimReissue', 200, 'each'),
  exTax('oneOff.kindChange', 3000, 'each'),
  exTax('oneOff.kindChangePreparation', 394, 'each'),
  exTax('oneOff.planSizeChange', 0, 'each'),
  exTax('oneOff.paperDocument', 200, 'each'),
  exTax('oneOff.cancellation', 0, 'each'),
  exTax('oneOff.portOutWeb', 0, 'each'),
  // Of both sides: no SIM is made and none is sent.
  exTax('oneOff.handover', 0, 'each'),
  // The most that may be asked for making the contract, once for all its lines.
  withTax('oneOff.initialCancellation', 33_000, 'each', {
    source: '電気通信事業法施行規則 第22条の2の9',
  }),
]

/** The fees of procedures that cost one price, in the order in which documents list them. */
export const procedureFeeKeys = [
  'oneOff.esimReissue',
  'oneOff.planSizeChange',
  'oneOff.paperDocument',
  'oneOff.cancellation',
  'oneOff.portOutWeb',
] as const
