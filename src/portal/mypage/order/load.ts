import { noteOf } from '#portal/mypage/flow/address.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { isWaiting } from '#portal/mypage/flow/queued-notice.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { orderApi } from '#protocol/order.ts'
import { simApi } from '#protocol/sim.ts'

/** What is asked of one order's page, beside reading it. */
const asked = ['cancel', 'switch', 'esim', 'portIn'] as const
export type Asked = (typeof asked)[number]

/** Why the identity check did not lead to the reader. */
const returns = ['unavailable', 'incomplete', 'closed'] as const
export type Returned = (typeof returns)[number]

export async function loadOrders(call: Call, url: URL) {
  const orderNo = url.searchParams.get('no')
  return orderNo === null ? loadList(call, url) : loadDetail(call, url, orderNo)
}

async function loadList(call: Call, url: URL) {
  const only = url.searchParams.get('only') === 'all' ? 'all' : 'open'
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [list, { procedures }] = await Promise.all([
    ask(
      url,
      call(orderApi.statusApplyStateGet, {
        query: { only, limit: 20, ...(cursor !== undefined && { cursor }) },
      }),
    ),
    ask(url, call(orderApi.procedureQueueGet)),
  ])
  // What was begun, refused or taken back is over: its order, if there is one, stands in the list itself.
  const queue = only === 'open' ? procedures.filter(isWaiting) : procedures
  return { page: 'list', only, list, procedures: queue, note: noteOf(url) } as const
}

async function loadDetail(call: Call, url: URL, orderNo: string) {
  const order = await ask(url, call(orderApi.orderGet, { query: { orderNo } }))
  const request = asked.find((one) => one === url.searchParams.get('ask'))
  const esim = request === 'esim' && order.esim?.ready ? await loadEsim(call, url, order.esim) : {}
  const returned = returns.find((one) => one === url.searchParams.get('identity'))
  return { page: 'detail', order, asked: request, returned, ...esim, note: noteOf(url) } as const
}

/** Shown only on demand and only after a fresh login: who has the code can take the number. */
async function loadEsim(call: Call, url: URL, { lineId }: { lineId: string }) {
  const answer = await attempt(url, call(simApi.esimActivationGet, { query: { lineId } }))
  return 'value' in answer ? { activation: answer.value } : { activationRefused: answer.refused }
}

export type Order = Result<typeof orderApi.orderGet>
