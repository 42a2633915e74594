import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import { behalfPlace } from '#console/shell/places.ts'

/**
 * A link of the member's own screen leads to an address of my page, which is nobody's here: back into the record whose
 * screen it stood on. Whoever comes from elsewhere finds nothing.
 */
export function loader({ request, url }: LoaderFunctionArgs) {
  const from = URL.parse(request.headers.get('referer') ?? '')
  const grant =
    from?.host === url.host ? /^\/c\/([^/]+)\/mypage(?:[/.]|$)/.exec(from.pathname)?.[1] : undefined
  if (grant === undefined) throw data(null, { status: 404 })
  return redirect(behalfPlace(grant, url.pathname) + url.search)
}
