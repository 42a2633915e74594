import type { Profile } from '#backend/holder.ts'
import { takesTextMessages, type ContactPlace } from '#domain/account/contact-code.ts'
import { profileFields, type ProfileField } from '#vocabulary/profile.ts'
import { isMail, type Changes, type ProfileValues } from '../rows.ts'

/** What a change is about. */
export const fieldsOf = ({ after }: Changes): ProfileField[] =>
  profileFields.filter((field) => after[field] !== undefined)

/** The fields that differ, with their values before and after. */
export function changesOf(known: Profile, given: ProfileValues): Changes {
  const differing = profileFields.filter(
    (field) => given[field] !== undefined && given[field] !== known[field],
  )
  const pick = (from: ProfileValues) =>
    Object.fromEntries(differing.map((field) => [field, from[field] ?? '']))
  return { before: pick(known), after: pick(given) }
}

/** The profile with the changes; the full name is made of its parts. */
export function withChanges(known: Profile, after: ProfileValues): Profile {
  const changed = { ...known, ...after }
  const name = [changed.lastName, changed.firstName].filter(Boolean).join(' ')
  return { ...changed, name: name || known.name }
}

/**
 * Where codes go: to the new contact, and to the old one if it can take a code. Who wants another mail address because
 * mail fails to reach the old one is known by the registered phone instead (docs/decisions/093).
 * @param instead the registered phone, where mail fails and the phone takes codes
 */
export function placesOf(
  { before, after }: Changes,
  instead?: string,
): { place: ContactPlace; contact: string }[] {
  const places: [ContactPlace, string | undefined][] = [
    ['oldEmail', instead === undefined ? after.email && before.email : undefined],
    ['newEmail', after.email],
    [
      'oldPhone',
      after.email === undefined || instead === undefined ? after.phone && before.phone : instead,
    ],
    ['newPhone', after.phone],
  ]
  return places.flatMap(([place, contact = '']) =>
    contact !== '' && (isMail(place) || takesTextMessages(contact)) ? [{ place, contact }] : [],
  )
}

/** 「氏名・住所」: what a change is about, in one line. */
export function whatChanges({ after }: Changes): string {
  const groups: readonly [string, readonly ProfileField[]][] = [
    ['氏名', ['lastName', 'firstName', 'lastNameKana', 'firstNameKana']],
    ['住所', ['zipCode', 'region', 'locality', 'street']],
    ['電話番号', ['phone']],
    ['メールアドレス', ['email']],
  ]
  return groups
    .flatMap(([label, fields]) =>
      fields.some((field) => after[field] !== undefined) ? [label] : [],
    )
    .join('・')
}
