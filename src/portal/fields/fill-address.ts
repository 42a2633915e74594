import { textOf } from '#portal/mypage/flow/keys.ts'
import { parseGiven, typedIn, type FieldSentences } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'
import { postcode, townsOf, type Town } from './towns-of.ts'
import { addressIn, asBefore, beforeIn, withTown } from './with-town.ts'

/** The buttons of an address that has been typed without script. */
const intents = ['lookup', 'town']

export const isFillingAddress = (form: FormData) => intents.includes(textOf(form, 'intent'))

type Filled = {
  readonly typed: Readonly<Record<string, string>>
  /** Several, to choose from; none where the postcode is not known. */
  readonly towns?: readonly Town[]
  readonly fields?: FieldSentences
}

/** The form as it was typed; what is empty or untouched of its address is of its postcode, or of the town that was chosen. */
export async function fillAddress(call: Call, form: FormData): Promise<Filled> {
  const typed = typedIn(form)
  const zipcode = typed['zipCode'] ?? ''
  const towns = await townsOf(call, zipcode)
  if (towns === undefined) {
    const parsed = parseGiven(postcode, new URLSearchParams({ zipcode }))
    return 'fields' in parsed
      ? { typed, fields: { zipCode: parsed.fields['zipcode'] ?? [] } }
      : { typed }
  }
  const chosen = textOf(form, 'intent') === 'town' ? towns[Number(typed['town'] ?? '')] : undefined
  const only = chosen ?? (towns.length === 1 ? towns[0] : undefined)
  if (only === undefined) return { typed, towns }
  const { address, kept } = withTown(addressIn(typed), beforeIn(typed), only)
  const filled = { ...typed, ...address, ...asBefore(only) }
  return { typed: filled, ...(kept ? { towns: [only] } : {}) }
}
