import { Link } from 'react-router'
import { withQuery } from '#vocabulary/pages.ts'
import { recordPlace } from '#console/shell/places.ts'
import type { PartLoaded } from './load.ts'

type MoreLinkProps = { readonly loaded: PartLoaded; readonly cursor: string | undefined }

/** On with a list of the open part; what the address asked of it stays. */
export function MoreLink({ loaded: { grant, part, asked }, cursor }: MoreLinkProps) {
  if (cursor === undefined) return null
  const chosen = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
  return (
    <p className="panel__body">
      <Link to={withQuery(recordPlace(grant.grant, part), { ...chosen, cursor })}>続きを見る</Link>
    </p>
  )
}
