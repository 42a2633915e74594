import { useRouteLoaderData } from 'react-router'
import type { loader } from '#portal/mypage/mypage.tsx'
import { entrancesFor } from '#portal/mypage/entrances.ts'
import type { Page } from '#vocabulary/pages.ts'

const useStanding = () => useRouteLoaderData<typeof loader>('mypage/mypage')?.standing ?? 'account'

export const useIsContractOver = (): boolean => useStanding() === 'ended'

/** Whether my page offers a entrance to this member: no text may link to what an account without a contract cannot open. */
export function useIsOffered(entrance: Page): boolean {
  const standing = useStanding()
  return entrancesFor(standing).some(({ href }) => href === entrance)
}
