import { openingOf } from '#portal/mypage/shared/is-opening.ts'
import { applicationApi } from '#protocol/application.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { valueOf } from './part.ts'
import { attempt } from './attempt.ts'
import type { Contract } from './wire.ts'

export type FirstBills = NonNullable<
  Result<typeof applicationApi.applicationStatusGet>['firstBills']
>

/** What the order says of the first bills, until the first line opens. */
export async function loadFirstBills(
  call: Call,
  contract: Contract | undefined,
): Promise<FirstBills | undefined> {
  if (openingOf(contract) === undefined) return undefined
  return valueOf(await attempt(call(applicationApi.applicationStatusGet)))?.firstBills
}
