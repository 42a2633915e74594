import type { Operation } from '#vocabulary/operation.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { isWaiting } from '#portal/mypage/flow/queued-notice.tsx'
import type { Call } from '#protocol/http.ts'
import { orderApi } from '#protocol/order.ts'

/** What of these procedures waits to be done for the member already. */
export async function loadQueued(call: Call, url: URL, operations: readonly Operation[]) {
  const { procedures } = await ask(url, call(orderApi.procedureQueueGet))
  return procedures.filter((one) => isWaiting(one) && operations.includes(one.operation))
}
