import { pages } from '#vocabulary/pages.ts'
import { actOnOrder } from '#portal/mypage/order/submit.ts'
import { OrderDetail } from '#portal/mypage/order/detail.tsx'
import { OrderList } from '#portal/mypage/order/list.tsx'
import { loadOrders } from '#portal/mypage/order/load.ts'
import { phoneOf } from '#portal/mypage/order/phone.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Route } from './+types/order.ts'

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

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
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
