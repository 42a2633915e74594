/** What a member may change of the profile, in the order in which it is shown. */
export const profileFieldLabels = {
  lastName: '姓',
  firstName: '名',
  lastNameKana: 'セイ',
  firstNameKana: 'メイ',
  zipCode: '郵便番号',
  region: '都道府県',
  locality: '市区町村',
  street: '町名・番地・建物名',
  phone: '電話番号',
  email: 'メールアドレス',
} as const
export type ProfileField = keyof typeof profileFieldLabels

const isField = (name: string): name is ProfileField => Object.hasOwn(profileFieldLabels, name)

export const profileFields = Object.keys(profileFieldLabels).filter(isField)

/** Changed by a code sent to the old and the new; everything else says who and where the holder is. */
export const isContact = (field: ProfileField) => field === 'phone' || field === 'email'
