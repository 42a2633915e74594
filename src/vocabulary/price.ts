/** Whether the amount is without tax, with it, or outside the tax altogether (不課税). */
export const taxBases = ['excluded', 'included', 'outOfScope'] as const
export type TaxBasis = (typeof taxBases)[number]

export const priceUnits = [
  'month',
  'each',
  'per30s',
  'message',
  'numberMonth',
  'lineMonth',
] as const
export type PriceUnit = (typeof priceUnits)[number]

export const unitLabels: Readonly<Record<PriceUnit, string>> = {
  month: 'か月',
  each: '回',
  per30s: '30秒',
  message: '通',
  numberMonth: '番号',
  lineMonth: '回線',
}

/** The kinds of lines of a bill. */
export const chargeKinds = [
  'base',
  'shareLine',
  'option',
  'topUp',
  'oneOff',
  'deviceInstalment',
  'voice',
  'sms',
  'universalFee',
  'relayFee',
  'broadbandUniversalFee',
  'discount',
  'adjustment',
  'lateInterest',
] as const
export type ChargeKind = (typeof chargeKinds)[number]
