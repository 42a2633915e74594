import { callOf } from '#portal/request.ts'
import { accountApi } from '#protocol/account.ts'
import type { Call } from '#protocol/http.ts'
import { zipCodeSchema } from './parts.ts'
import type { Route } from './+types/towns.ts'

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

/** The same for the form's script. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return Response.json({
    towns: (await townsOf(callOf(context), url.searchParams.get('zipcode') ?? '')) ?? null,
  })
}
