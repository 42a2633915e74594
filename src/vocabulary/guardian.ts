/** Who the holder is to a user under 18: those whose consent the law knows. */
export const guardianRelations = ['parent', 'guardian'] as const
export type GuardianRelation = (typeof guardianRelations)[number]
export const guardianRelationLabels: Readonly<Record<GuardianRelation, string>> = {
  parent: '親権者（父または母）',
  guardian: '未成年後見人',
}

/** How consent was given. */
export const consentWays = { order: 'お申し込みの画面', my_page: 'マイページの画面' } as const
export type ConsentWay = keyof typeof consentWays
