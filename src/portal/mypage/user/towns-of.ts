import { accountApi } from '#protocol/account.ts'
import type { Call } from '#protocol/http.ts'
import { zipCodeSchema } from './part-schemas.ts'

export type Town = { readonly region: string; readonly locality: string; readonly street: string }

/** What a postcode stands for; `undefined` where it is not one yet, or nobody can say now. */
export async function townsOf(call: Call, typed: string): Promise<readonly Town[] | undefined> {
  const zipcode = zipCodeSchema.safeParse(typed)
  if (!zipcode.success) return undefined
  try {
    const { entries } = await call(accountApi.postcodesSearchGet, {
      query: { zipcode: zipcode.data },
    })
    return entries.map(({ prefecture, municipality, location }) => ({
      region: prefecture,
      locality: municipality,
      street: location,
    }))
  } catch {
    return undefined
  }
}
