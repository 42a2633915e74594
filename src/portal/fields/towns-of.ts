import { accountApi } from '#protocol/account.ts'
import type { Call } from '#protocol/http.ts'

export type Town = { readonly region: string; readonly locality: string; readonly street: string }

/** The wire's own schema of a postcode, for the look-up alone, before the rest of an address is filled. */
export const postcode = accountApi.postcodesSearchGet.query

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
