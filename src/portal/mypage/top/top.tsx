import { pages } from '#vocabulary/pages.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { api } from '#protocol/index.ts'
import { Card } from '#ui/card.tsx'
import { Page, Section, Split } from '#ui/layout.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { valueOf } from '#portal/mypage/shared/part.ts'
import { settle } from '#portal/mypage/shared/settle.ts'
import { switchSpeed } from '#portal/mypage/shared/switch-speed.ts'
import { Dates } from './dates.tsx'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { Ended } from './ended.tsx'
import { Entrances } from './entrances.tsx'
import { FirstThings } from './first-things.tsx'
import { LineCards } from './line-cards.tsx'
import { Stage } from './stage.tsx'
import { ContractCard, NextBillCard, NoticesCard, OrdersCard } from './side.tsx'
import type { Route } from './+types/top.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [
    residual,
    speed,
    contract,
    allowed,
    orders,
    deadlines,
    notices,
    unpaid,
    nextBill,
    usage,
    topUps,
  ] = await Promise.all([
    settle(call(api.highSpeedResidualGet)),
    settle(call(api.highSpeedStatusGet, { query: {} })),
    settle(call(api.contractGet)),
    settle(call(api.contractChangeStatusGet, { query: {} })),
    settle(call(api.statusApplyStateGet, { query: { only: 'open' } })),
    settle(call(api.deadlinesGet)),
    settle(call(api.noticesGet, { query: { limit: 3 } })),
    settle(call(api.billingUnpaidGet)),
    settle(call(api.billingReserveGet)),
    settle(call(api.statusUsageGet, { query: {} })),
    settle(call(api.highSpeedCouponGet)),
  ])
  const keys = keysOf(context, url)
  const operations = valueOf(allowed)?.operations
  const topUp = operations?.find(({ operation }) => operation === 'topUp')
  const forecast = valueOf(usage)?.forecast
  const packs = valueOf(topUps)
  return {
    residual,
    speed,
    contract,
    topUp,
    operations,
    orders,
    deadlines,
    notices,
    unpaid,
    nextBill,
    forecast,
    packs,
    keys,
  }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData()
  return switchSpeed(callOf(context, form), url, form)
}

export function meta() {
  return pageMeta({ title: 'マイページ', noindex: true })
}

export default function MypageTop({ loaderData, actionData }: Route.ComponentProps) {
  const { residual, speed, topUp, forecast, packs, keys } = loaderData
  const contract = valueOf(loaderData.contract)
  const orders = valueOf(loaderData.orders)
  const deadlines = valueOf(loaderData.deadlines)
  const notices = valueOf(loaderData.notices)
  const nextBill = valueOf(loaderData.nextBill)
  return (
    <Page>
      <div className="section__head">
        <h1 className="mystage__title">マイページ</h1>
        {isEnded(contract) ? null : <TextLink href={pages.lost}>紛失・盗難のとき</TextLink>}
      </div>
      <FirstThings {...{ contract, orders, unpaid: valueOf(loaderData.unpaid) }} />
      {isEnded(contract) ? null : residual.ok ? (
        <Stage
          residual={residual.value}
          lines={speed.ok ? speed.value.lines : undefined}
          topUps={packs}
          {...{ contract, forecast, topUp }}
        />
      ) : (
        <Card>
          <h2>高速データの残り</h2>
          <FailedNotice title="残量を表示できません" failed={residual.failed} />
        </Card>
      )}
      <Split
        sideLabel="ご契約の状況"
        side={
          <>
            {nextBill ? <NextBillCard bill={nextBill} /> : null}
            {contract ? <ContractCard contract={contract} /> : null}
            {orders ? <OrdersCard orders={orders} /> : null}
            {notices ? <NoticesCard notices={notices} /> : null}
          </>
        }
      >
        {isEnded(contract) ? (
          <Ended contract={contract} />
        ) : (
          <>
            <h2>回線と高速データ通信</h2>
            {speed.ok ? (
              <LineCards
                lines={speed.value.lines}
                answer={actionData?.switched}
                {...{ contract, keys }}
              />
            ) : (
              <FailedNotice title="回線の状態を表示できません" failed={speed.failed} />
            )}
          </>
        )}
      </Split>
      {deadlines && !isEnded(contract) ? (
        <Section id="dates" title="近い期限">
          <Dates deadlines={deadlines.deadlines} />
        </Section>
      ) : null}
      <Section id="entrances" title="すべての手続き">
        <Entrances
          standing={isEnded(contract) ? 'ended' : 'member'}
          operations={loaderData.operations}
        />
      </Section>
    </Page>
  )
}
