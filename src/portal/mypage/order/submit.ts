import { orderPage, pages } from '#vocabulary/pages.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { actions, type Outcome, outside } from '#portal/mypage/flow/submit.ts'
import { identityApi } from '#protocol/identity.ts'
import { orderApi } from '#protocol/order.ts'

const queueOfOrders = `${pages.orders}#queue`
const ofOrder = ({ form }: Outcome<unknown>) => orderPage(textOf(form, 'orderNo'))

/** What the order page can be asked to do; each leads to a page that can be reloaded. */
export const actOnOrder = actions({
  cancel: { endpoint: orderApi.orderDelete, to: ofOrder },
  switch: { endpoint: orderApi.orderSwitchOverPost, to: ofOrder },
  'port-in': { endpoint: orderApi.orderPortInPut, to: ofOrder },
  // On to the reader, another site, among those a form may lead to in the end (CSP).
  identity: { endpoint: identityApi.identityCheckPost, to: outside(({ startUrl }) => startUrl) },
  queue: { endpoint: orderApi.procedureQueuePost, from: cameFrom, to: queueOfOrders },
  withdraw: { endpoint: orderApi.procedureQueueDelete, to: queueOfOrders },
})

/** After a fresh login the member goes on where the request was made, not on the list. */
function cameFrom(url: URL, form: FormData): URL {
  const from = textOf(form, 'from')
  return from.startsWith(pages.entrance) ? new URL(from, url.origin) : url
}
