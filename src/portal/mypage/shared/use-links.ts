import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#portal/root.tsx'

/** Addresses outside the site; none on a page whose root could not be loaded. */
export function useLinks() {
  return useRouteLoaderData<typeof rootLoader>('root')?.links
}
