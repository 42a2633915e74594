import { useRouteLoaderData } from 'react-router'
import type { loader } from '#portal/mypage/mypage.tsx'
import { pages } from '#vocabulary/pages.ts'

/** The way to the comparison of sizes, as an entry of a list of links; none for who is leaving or has left. */
export function useAdviceLink() {
  const mayCompare = useRouteLoaderData<typeof loader>('mypage/mypage')?.mayCompare ?? false
  return mayCompare
    ? [
        {
          href: pages.advice,
          label: 'データ容量の見直し',
          hint: 'この1年を、ほかの容量で計算し直します',
        },
      ]
    : []
}
