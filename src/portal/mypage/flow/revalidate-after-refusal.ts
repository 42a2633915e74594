import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * A refused press means that the page shows what is no longer so: it is read again, so that no button stays that would
 * be refused once more. After an outage what is on the screen is all there is, and stays.
 */
export function revalidateAfterRefusal({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isRefused = actionStatus !== undefined && actionStatus >= 400 && actionStatus < 500
  return isRefused || defaultShouldRevalidate
}
