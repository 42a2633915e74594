import type { AreaDeps } from '#backend/area.ts'
import type { SignedInStaff } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { readSearch } from '#domain/console/search.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findMembers } from '../queries/find-members.ts'
import { noteSearch } from './note-access.ts'

/**
 * Searches a member by what identifies exactly one; it needs no case, and is noted in the chain of who searches.
 * @throws RefusalError SEARCH_UNREADABLE
 */
export async function findMember(
  tx: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  who: { readonly staff: SignedInStaff; readonly now: Instant; readonly traceKey?: string },
  typed: string,
) {
  const search = readSearch(typed)
  if (search === undefined)
    throw new RefusalError({
      code: 'SEARCH_UNREADABLE',
      fields: { q: ['さがすものを読み取れません。'] },
    })
  const { hits, more } = await findMembers(tx, sealing, search)
  await noteSearch(tx, { ...who, by: search.by, hits: hits.length })
  return { by: search.by, hits, more }
}
