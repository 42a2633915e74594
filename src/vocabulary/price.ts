/** Whether the amount is without tax, with it, or outside the tax altogether (免税・不課税). */
export const taxBases = ['excluded', 'included', 'outOfScope'] as const
export type TaxBasis = (typeof taxBases)[number]

export const taxNames: Readonly<Record<TaxBasis, string>> = {
  excluded: '税抜',
  included: '税込',
  outOfScope: '消費税対象外',
}

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

/** What a bill calls them where a line has no name of its own, and when it says why it differs. */
export const chargeKindLabels: Readonly<Record<ChargeKind, string>> = {
  base: '基本料金',
  shareLine: '2回線目以降の基本料金',
  option: 'オプション',
  topUp: 'データチャージ',
  oneOff: '手数料',
  deviceInstalment: '端末の分割払い',
  voice: '通話料',
  sms: 'SMS送信料',
  universalFee: 'ユニバーサルサービス料',
  relayFee: '電話リレーサービス料',
  broadbandUniversalFee: 'ブロードバンドユニバーサルサービス料',
  discount: '割引',
  adjustment: '訂正・返金',
  lateInterest: '遅延損害金',
}
