import type { Done } from '#portal/mypage/flow/done.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import type { Call } from '#protocol/http.ts'
import { orderApi } from '#protocol/order.ts'

/** The order behind 完了; another member's number is not found, like an unknown one. */
export async function loadDone(call: Call, url: URL, orderNo: string): Promise<{ done: Done }> {
  const order = await ask(url, call(orderApi.orderGet, { query: { orderNo } }))
  const { receipt, lines, stateLabel, message, updatedAt, final, tone, todo, replaced } = order
  return { done: { receipt, lines, stateLabel, message, updatedAt, final, tone, todo, replaced } }
}
