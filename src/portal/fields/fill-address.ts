import { textOf } from '#portal/mypage/flow/keys.ts'
import { parseGiven, typedIn, type FieldSentences } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'
import { postcode, townsOf, type Town } from './towns-of.ts'

/** The buttons of an address that has been typed without script. */
const intents = ['lookup', 'town']

export const isFillingAddress = (form: FormData) => intents.includes(textOf(form, 'intent'))

type Filled = {
  readonly typed: Readonly<Record<string, string>>
  /** Several, to choose from; none where the postcode is not known. */
  readonly towns?: readonly Town[]
  readonly fields?: FieldSentences
}

/** The form as it was typed, with the address of its postcode where there is only one, or the one that was chosen. */
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
  return only === undefined ? { typed, towns } : { typed: { ...typed, ...only } }
}
