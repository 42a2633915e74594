import { callOf } from '#portal/request.ts'
import { simulate } from './simulate.ts'
import type { Route } from './+types/simulation.ts'

/** The simulator's answer without the page, for the form that answers at once. */
export function loader({ context, url }: Route.LoaderArgs) {
  return simulate(callOf(context), url.searchParams)
}
