import type { Result } from '#protocol/endpoint.ts'
import type { accountApi } from '#protocol/account.ts'
import { formatBirth, formatPhone, formatZipCode } from '#ui/format.ts'
import type { ProfileField } from '#vocabulary/profile.ts'

export type Profile = Result<typeof accountApi.userGet>

const NOT_GIVEN = '未登録'

const joined = (parts: readonly string[], between: string) =>
  parts.filter((part) => part !== '').join(between) || NOT_GIVEN

export const nameOf = ({ lastName, firstName }: Profile) => joined([lastName, firstName], ' ')
export const kanaOf = (known: Profile) => joined([known.lastNameKana, known.firstNameKana], ' ')

export function addressOf({ zipCode, region, locality, street }: Profile) {
  const code = zipCode === '' ? '' : `〒${formatZipCode(zipCode)}`
  return joined([code, `${region}${locality}${street}`], ' ')
}

/** One field of a change, as it is shown before and after; a masked one stays as it is. */
export function profileValueWords(field: ProfileField, value: string): string {
  if (field === 'zipCode') return formatZipCode(value)
  return field === 'phone' && /^\d+$/.test(value) ? formatPhone(value) : value
}

export function birthOf({ birthYear, birthMonth, birthDay }: Profile) {
  if (birthYear === '' || birthMonth === '' || birthDay === '') return NOT_GIVEN
  const date = [birthYear, birthMonth.padStart(2, '0'), birthDay.padStart(2, '0')].join('-')
  return formatBirth(date)
}

const genders: Readonly<Record<string, string>> = { male: '男性', female: '女性', other: 'その他' }
export const genderOf = ({ gender }: Profile) => genders[gender] ?? NOT_GIVEN

export const phoneOf = ({ phone }: Profile) => (phone === '' ? NOT_GIVEN : formatPhone(phone))
export const emailOf = ({ email }: Profile) => email || NOT_GIVEN
