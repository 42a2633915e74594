import { withQuery, pages } from '#vocabulary/pages.ts'
import type { ProfileField } from '#vocabulary/profile.ts'

/** What is changed at a time: each has its own proof of being right. */
export const parts = {
  email: { label: 'メールアドレス', fields: ['email'] },
  phone: { label: '電話番号', fields: ['phone'] },
  name: { label: '氏名', fields: ['lastName', 'firstName', 'lastNameKana', 'firstNameKana'] },
  address: { label: '住所', fields: ['zipCode', 'region', 'locality', 'street'] },
} as const satisfies Record<string, { label: string; fields: readonly ProfileField[] }>

export type PartName = keyof typeof parts

const isPart = (name: string): name is PartName => Object.hasOwn(parts, name)

export function partOf({ searchParams }: URL): PartName | undefined {
  const name = searchParams.get('part') ?? ''
  return isPart(name) ? name : undefined
}

export const editPage = (part: PartName) => withQuery(pages.userEdit, { part })
