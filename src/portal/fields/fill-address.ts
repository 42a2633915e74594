import { textOf } from '#portal/mypage/flow/keys.ts'
import { parseGiven, typedIn, type FieldSentences } from '#protocol/form.ts'
import { addressIn, asBefore, beforeIn, withTown, type Town } from './with-town.ts'
import { accountApi } from '#protocol/account.ts'
import type { Call } from '#protocol/http.ts'

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
export async function fillAddress(form: FormData, lookUp: TownLookUp): Promise<Filled> {
  const typed = typedIn(form)
  const zipcode = typed['zipCode'] ?? ''
  const towns = await lookUp(zipcode)
  if (towns === undefined) {
    const parsed = parseGiven(postcode, new URLSearchParams({ zipcode }))
    return 'fields' in parsed
      ? { typed, fields: { zipCode: parsed.fields['zipcode'] ?? [] } }
      : { typed }
  }
  const chosen = textOf(form, 'intent') === 'town' ? towns[Number(typed['town'] ?? '')] : undefined
  const only = chosen ?? (towns.length === 1 ? towns[0] : undefined)
  if (only === undefined) return { typed, towns }
  const { address, isRetained } = withTown(addressIn(typed), beforeIn(typed), only)
  const filled = { ...typed, ...address, ...asBefore(only) }
  return { typed: filled, ...(isRetained ? { towns: [only] } : {}) }
}

/** The wire's own schema of a postcode, for the look-up alone, before the rest of an address is filled. */
export const postcode = accountApi.postcodesSearchGet.query

/** Asks for the towns of a postcode as it was typed. */
export type TownLookUp = (typed: string) => Promise<readonly Town[] | undefined>

/** What a postcode stands for; `undefined` where it is not one yet, or nobody can say now. */
export async function townsOf(call: Call, typed: string): Promise<readonly Town[] | undefined> {
  const query = postcode.safeParse({ zipcode: typed })
  if (!query.success) return undefined
  try {
    const { entries } = await call(accountApi.postcodesSearchGet, { query: query.data })
    return entries.map(({ prefecture, municipality, location }) => ({
      region: prefecture,
      locality: municipality,
      street: location,
    }))
  } catch {
    return undefined
  }
}
