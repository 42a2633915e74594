import { callOf } from '#portal/request.ts'
import { searchTerminals } from './search-terminals.ts'
import type { Route } from './+types/results.ts'

/** The search's answer without the page, for the form that answers at once. */
export function loader({ context, url }: Route.LoaderArgs) {
  return searchTerminals(callOf(context), url.searchParams)
}
