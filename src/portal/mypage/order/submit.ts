import { orderPage, pages } from '#vocabulary/pages.ts'
import { redirect, redirectDocument } from 'react-router'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { leadOn, send, stay } from '#portal/mypage/flow/submit.ts'
import type { Call } from '#protocol/http.ts'
import { identityApi } from '#protocol/identity.ts'
import { orderApi } from '#protocol/order.ts'

const queueOfOrders = `${pages.orders}#queue`

/** What the order page can be asked to do; each leads to a page that can be reloaded. */
export async function actOnOrder(call: Call, url: URL, form: FormData) {
  const order = orderPage(textOf(form, 'orderNo'))
  switch (textOf(form, 'intent')) {
    case 'cancel':
      return leadOn(await send(call, url, orderApi.orderDelete, form), form, order)
    case 'switch':
      return leadOn(await send(call, url, orderApi.orderSwitchOverPost, form), form, order)
    case 'port-in':
      return leadOn(await send(call, url, orderApi.orderPortInPut, form), form, order)
    case 'identity': {
      const answer = await send(call, url, identityApi.identityCheckPost, form)
      // On to the reader, another site: by a full load, and among those a form may lead to in the end (CSP).
      return 'value' in answer
        ? redirectDocument(answer.value.startUrl)
        : stay(answer.refused, form)
    }
    case 'queue': {
      const answer = await send(call, cameFrom(url, form), orderApi.procedureQueuePost, form)
      return leadOn(answer, form, queueOfOrders)
    }
    case 'withdraw':
      return leadOn(await send(call, url, orderApi.procedureQueueDelete, form), form, queueOfOrders)
    default:
      return redirect(pages.orders)
  }
}

/** After a fresh login the member goes on where the wish was made, not on the list. */
function cameFrom(url: URL, form: FormData): URL {
  const from = textOf(form, 'from')
  return from.startsWith(pages.entrance) ? new URL(from, url.origin) : url
}
