/** Where data in a bucket comes from. */
export const bucketKinds = ['base', 'carry', 'topup', 'topup_no_carry', 'gift', 'bonus'] as const
export type BucketKind = (typeof bucketKinds)[number]

export const bucketLabels: Readonly<Record<BucketKind, string>> = {
  base: '基本データ',
  carry: '繰り越し',
  topup: 'チャージ',
  topup_no_carry: 'チャージ（当月のみ）',
  gift: 'ギフト',
  bonus: '特典',
}

/** The packs of extra data on sale (ours). */
export const topUpCodes = ['100mb', '500mb', '1gb', '1gbNoCarry'] as const
export type TopUpCode = (typeof topUpCodes)[number]
