/** 本人確認書類, each read by its chip. */
export const identityDocuments = {
  my_number_card: 'マイナンバーカード',
  driving_licence: '運転免許証',
  residence_card: '在留カード',
  special_permanent_resident_certificate: '特別永住者証明書',
} as const

export type IdentityDocument = keyof typeof identityDocuments

/** How a person was identified; which of them the law allows on a day: `domain/identity/methods.ts`. */
export const identityMethods = {
  certificate: 'マイナンバーカードの署名用電子証明書の確認',
  chip_and_face: '本人確認書類のICチップの情報と、容貌の画像の確認',
  restricted_mail: '本人限定受取郵便での、書類の原本の確認',
  images: '本人確認書類の画像と、容貌の画像の確認',
  /** The chip alone, as the checks before the record say of themselves. */
  ic_chip: '本人確認書類のICチップの読み取り',
  not_recorded: '記録がありません',
} as const

export type IdentityMethod = keyof typeof identityMethods

/** What is compared with a document, or missing from what was read of it: what does not agree is named by these. */
export const comparedFields = {
  name: '氏名',
  birth: '生年月日',
  address: '住所',
  // What the record of a match would lack.
  document: '書類の種類と番号',
  method: '確認の方法',
} as const

/** Who compared the person with the document. */
export const identityCheckers = { chip: 'ICチップ（読み取りの仕組み）', staff: '担当者' } as const
/** Who wrote the record. */
export const identityRecorders = { system: '当社の仕組み（自動）', staff: '担当者' } as const
