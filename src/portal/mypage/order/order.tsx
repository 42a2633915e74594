import type { StoredOrders } from '#portal/stored/figures.ts'
import { useStored } from '#portal/stored/use-stored.ts'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import { OrderDetail } from '#portal/mypage/order/detail.tsx'
import { OrderList } from '#portal/mypage/order/list.tsx'
import { loadOrders } from '#portal/mypage/order/load.ts'
import { phoneOf } from '#portal/mypage/shared/phone.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Route } from './+types/order.ts'
import { actions, type Outcome, outside } from '#portal/mypage/flow/submit.ts'
import { identityApi } from '#protocol/identity.ts'
import { orderApi } from '#protocol/order.ts'

const queueOfOrders = `${pages.orders}#queue`
const ofOrder = ({ form }: Outcome<unknown>) => orderPage(textOf(form, 'orderNo'))

/** What the order page can be asked to do; each leads to a page that can be reloaded. */
const actOnOrder = actions({
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

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const loaded = await loadOrders(callOf(context), url)
  return { keys: keysOf(context, url), phone: phoneOf(request), ...loaded }
}

export const action = actOnOrder

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.page === 'detail' ? `${loaderData.order.title}の状況` : 'お手続き状況'
  return pageMeta({ title, noindex: true })
}

/** What is under way; the list of all, and one order, are other pages of the same address. */
function storedOrders(loaded: Route.ComponentProps['loaderData']): StoredOrders | undefined {
  if (loaded.page !== 'list' || loaded.only !== 'open') return undefined
  return loaded.list.rows.map(({ orderNo, title, stateLabel, next }) => ({
    orderNo,
    title,
    state: stateLabel,
    next: next && { label: next.label, on: formatWhen(next.on) },
  }))
}

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  useStored('orders', storedOrders(loaderData))
  if (loaderData.page === 'list')
    return (
      <Frame title="お手続き状況">
        <OrderList {...loaderData} {...actionData} />
      </Frame>
    )
  const { order } = loaderData
  return (
    <Frame title={`${order.title}の状況`} way={[pages.orders]} printedAt={order.updatedAt}>
      <OrderDetail {...loaderData} {...actionData} />
    </Frame>
  )
}
