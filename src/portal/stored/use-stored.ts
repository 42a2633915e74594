import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '#portal/mypage/mypage.tsx'
import type { Stored, StoredName } from './figures.ts'
import { mayKeep } from './may-keep.ts'
import { keep } from './store.ts'

/**
 * Keeps what a screen shows for the time without network, with the time at which the screen was made. Null takes away what
 * was kept; undefined leaves it: the screen shows something else.
 */
export function useStored<Name extends StoredName>(
  name: Name,
  figures: Stored[Name] | null | undefined,
): void {
  const madeAt = useRouteLoaderData<typeof loader>('mypage/mypage')?.madeAt
  useEffect(() => {
    if (madeAt === undefined || figures === undefined || !mayKeep()) return
    void keep(name, figures ?? undefined, madeAt)
    // The figures are those of the page that was made at that time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name, madeAt])
}
