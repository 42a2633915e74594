import { pageContext } from '#portal/context.ts'
import type { Route } from './+types/board-data.ts'

/** The board without the page, for one who came here within the app. */
export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageContext)?.outages()
}
