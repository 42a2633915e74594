import { namesOf } from './state-words.ts'

/** Whether the amount is without tax, with it, or outside the tax altogether (免税・不課税). */
export const taxBases = ['excluded', 'included', 'outOfScope'] as const
export type TaxBasis = (typeof taxBases)[number]

export const taxNames: Readonly<Record<TaxBasis, string>> = {
  excluded: '税抜',
  included: '税込',
  outOfScope: '消費税対象外',
}

export const unitLabels = {
  month: 'か月',
  each: '回',
  per30s: '30秒',
  message: '通',
  numberMonth: '番号',
  lineMonth: '回線',
} as const
export type PriceUnit = keyof typeof unitLabels
export const priceUnits = namesOf(unitLabels)

/** The kinds of lines of a bill, as it calls them where a line has no name of its own, and when it says why it differs. */
export const chargeKindLabels = {
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
} as const
export type ChargeKind = keyof typeof chargeKindLabels
export const chargeKinds = namesOf(chargeKindLabels)
