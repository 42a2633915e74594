import type { LoaderFunctionArgs } from 'react-router'
import { attempt } from '#portal/mypage/shared/attempt.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { queueApi } from '#protocol/console/queue.ts'

/** The day, or nothing where it cannot be read: the frame with the way to the cases stays. */
export async function loader({ context }: LoaderFunctionArgs) {
  const today = await attempt(callOf(context)(queueApi.consoleTodayGet))
  return { desk: today.ok ? today.value : undefined, today: pageOf(context).today }
}

export type LoadedToday = Awaited<ReturnType<typeof loader>>
