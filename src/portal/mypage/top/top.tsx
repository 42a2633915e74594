import { keysOf } from '#portal/mypage/flow/keys.ts'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import { settle } from '#portal/mypage/shared/settle.ts'
import { switchSpeed } from '#portal/mypage/shared/switch-speed.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { api } from '#protocol/index.ts'
import { Card } from '#ui/card.tsx'
import { Page, Section } from '#ui/layout.tsx'
import { NextBillCard, NoticesCard, Tasks, UnderWay, hasUnderWay } from './cards.tsx'
import { EndedRecords, EndedStage } from './ended.tsx'
import { Entrances } from './entrances.tsx'
import { healthOf } from './health.ts'
import { Stage } from './stage.tsx'
import { Week } from './week.tsx'
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
    group,
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
    settle(call(api.statusLineGroupGet)),
  ])
  return {
    residual,
    speed,
    contract: valueOf(contract),
    operations: valueOf(allowed)?.operations,
    orders: valueOf(orders),
    deadlines: valueOf(deadlines)?.deadlines,
    notices: valueOf(notices),
    unpaid: valueOf(unpaid),
    nextBill: valueOf(nextBill),
    usage: valueOf(usage),
    topUps: valueOf(topUps),
    group: valueOf(group),
    keys: keysOf(context, url),
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
  const { contract } = loaderData
  return (
    <>
      <h1 className="visually-hidden">マイページ</h1>
      {isEnded(contract) ? (
        <>
          <EndedStage contract={contract} />
          <Page className="mytop">
            <EndedRecords />
          </Page>
        </>
      ) : (
        <Running data={loaderData} answer={actionData?.switched} />
      )}
    </>
  )
}

type RunningProps = {
  readonly data: Route.ComponentProps['loaderData']
  readonly answer: NonNullable<Route.ComponentProps['actionData']>['switched'] | undefined
}

function Running({ data, answer }: RunningProps) {
  const { residual, speed, contract, unpaid, orders, usage, notices, nextBill, group } = data
  const health = healthOf({ contract, unpaid, orders, lines: valueOf(speed)?.lines })
  // Three cards stand in a row; the bar leads to the notices too.
  const isBusy = nextBill !== undefined || hasUnderWay(orders, contract)
  const isFamily = (valueOf(speed)?.lines.length ?? 0) > 1
  return (
    <>
      {residual.ok ? (
        <Stage
          residual={residual.value}
          isUsageKnown={usage !== undefined}
          forecast={usage?.forecast}
          topUps={data.topUps}
          topUp={data.operations?.find(({ operation }) => operation === 'topUp')}
          keys={data.keys}
          {...{ health, speed, group, contract, unpaid, answer }}
        />
      ) : null}
      <Page className="mytop">
        {residual.ok ? null : (
          <Card>
            <h2>高速データの残り</h2>
            <FailedNotice title="残量を表示できません" failed={residual.failed} />
          </Card>
        )}
        <div className="mycards">
          {nextBill === undefined ? null : <NextBillCard bill={nextBill} />}
          <Tasks deadlines={data.deadlines ?? []} isFamily={isFamily} />
          <UnderWay orders={orders} contract={contract} />
          {usage === undefined ? null : <Week usage={usage} />}
          {notices === undefined || isBusy ? null : <NoticesCard notices={notices} />}
        </div>
        <Section id="entrances" title="すべての手続き">
          <Entrances standing="member" operations={data.operations} />
        </Section>
      </Page>
    </>
  )
}
