import { callOf } from '#portal/request.ts'
import { townsOf } from './fill-address.ts'
import type { Route } from './+types/towns.ts'

/** The towns of a postcode for the script of a form with an address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return Response.json({
    towns: (await townsOf(callOf(context), url.searchParams.get('zipcode') ?? '')) ?? null,
  })
}
