import type { Result } from '#protocol/endpoint.ts'
import type { accountApi } from '#protocol/account.ts'
import { formatBirth, formatPhone } from '#ui/format.ts'

export type Profile = Result<typeof accountApi.userGet>

const NOT_GIVEN = '未登録'

const joined = (parts: readonly string[], between: string) =>
  parts.filter((part) => part !== '').join(between) || NOT_GIVEN

export const nameOf = ({ lastName, firstName }: Profile) => joined([lastName, firstName], ' ')
export const kanaOf = (known: Profile) => joined([known.lastNameKana, known.firstNameKana], ' ')

export function addressOf({ zipCode, region, locality, street }: Profile) {
  const code = zipCode === '' ? '' : `〒${zipCode.slice(0, 3)}-${zipCode.slice(3)}`
  return joined([code, `${region}${locality}${street}`], ' ')
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
