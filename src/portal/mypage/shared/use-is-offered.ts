import { useRouteLoaderData } from 'react-router'
import type { loader } from '#portal/mypage/mypage.tsx'
import { placesFor } from '#portal/mypage/places.ts'
import type { Page } from '#vocabulary/pages.ts'

/** Whether my page offers a place to this member: no text may link to what an account without a contract cannot open. */
export function useIsOffered(place: Page): boolean {
  const standing = useRouteLoaderData<typeof loader>('mypage/mypage')?.standing ?? 'account'
  return placesFor(standing).some(({ href }) => href === place)
}
