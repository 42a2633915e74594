import type { Profile } from '#backend/holder.ts'
import { takesTextMessages, type ContactPlace } from '#domain/account/contact-code.ts'
import { profileFields, type ProfileField } from '#vocabulary/profile.ts'
import { isMail } from './codes.ts'
import type { Changes, Side } from './edits.ts'

/** What a change is about. */
export const fieldsOf = ({ after }: Changes): ProfileField[] =>
  profileFields.filter((field) => after[field] !== undefined)

/** The fields that differ, as they are and as they shall be. */
export function changesOf(known: Profile, given: Side): Changes {
  const differing = profileFields.filter(
    (field) => given[field] !== undefined && given[field] !== known[field],
  )
  const pick = (from: Side) =>
    Object.fromEntries(differing.map((field) => [field, from[field] ?? '']))
  return { before: pick(known), after: pick(given) }
}

/** The profile as it is once they are made; the whole name follows its parts. */
export function withChanges(known: Profile, after: Side): Profile {
  const changed = { ...known, ...after }
  const name = [changed.lastName, changed.firstName].filter(Boolean).join(' ')
  return { ...changed, name: name || known.name }
}

/** Where codes go: to the new contact, and to the old one if it can take a code. */
export function placesOf({ before, after }: Changes): { place: ContactPlace; contact: string }[] {
  const places: [ContactPlace, string | undefined][] = [
    ['oldEmail', after.email && before.email],
    ['newEmail', after.email],
    ['oldPhone', after.phone && before.phone],
    ['newPhone', after.phone],
  ]
  return places.flatMap(([place, contact = '']) =>
    contact !== '' && (isMail(place) || takesTextMessages(contact)) ? [{ place, contact }] : [],
  )
}
