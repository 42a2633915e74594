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
import { NextBillCard, Tasks, TerminationCard, UnderWay } from './cards.tsx'
import { EndedRecords, EndedStage, LastBillCard } from './ended.tsx'
import { Entrances } from './entrances.tsx'
import { healthOf } from './health.ts'
import { OutageNotices } from './outages.tsx'
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
    unpaid,
    bills,
    nextBill,
    usage,
    topUps,
    group,
    outages,
  ] = await Promise.all([
    settle(call(api.highSpeedResidualGet)),
    settle(call(api.highSpeedStatusGet, { query: {} })),
    settle(call(api.contractGet)),
    settle(call(api.contractChangeStatusGet, { query: {} })),
    settle(call(api.statusApplyStateGet, { query: { only: 'open' } })),
    settle(call(api.deadlinesGet)),
    settle(call(api.billingUnpaidGet)),
    settle(call(api.billingMonthsGet)),
    settle(call(api.billingReserveGet)),
    settle(call(api.statusUsageGet, { query: {} })),
    settle(call(api.highSpeedCouponGet)),
    settle(call(api.statusLineGroupGet)),
    settle(call(api.outageConcerningGet)),
  ])
  return {
    residual,
    speed,
    contract: valueOf(contract),
    operations: valueOf(allowed)?.operations,
    orders: valueOf(orders),
    deadlines: valueOf(deadlines)?.deadlines,
    unpaid: valueOf(unpaid),
    bills: valueOf(bills)?.months.slice(0, MONTHS_BEFORE),
    nextBill: valueOf(nextBill),
    usage: valueOf(usage),
    topUps: valueOf(topUps),
    group: valueOf(group),
    outages: valueOf(outages)?.incidents ?? [],
    keys: keysOf(context, url),
  }
}

/** As many months as have room beside this one. */
const MONTHS_BEFORE = 5

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData()
  return switchSpeed(callOf(context, form), url, form)
}

export function meta() {
  return pageMeta({ title: 'マイページ', noindex: true })
}

export default function MypageTop({ loaderData, actionData }: Route.ComponentProps) {
  const { contract, unpaid, bills, nextBill } = loaderData
  return (
    <>
      <h1 className="visually-hidden">マイページ</h1>
      {isEnded(contract) ? (
        <>
          <EndedStage {...{ contract, unpaid, bills, nextBill }} />
          <Page className="mytop mytop--ended">
            {bills?.[0] === undefined ? null : <LastBillCard bill={bills[0]} />}
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
  const { residual, speed, contract, unpaid, orders, usage, nextBill, group } = data
  const health = healthOf({ contract, unpaid, orders, lines: valueOf(speed)?.lines })
  const isFamily = (valueOf(speed)?.lines.length ?? 0) > 1
  const deadlines = data.deadlines ?? []
  const termination =
    contract?.suspensionReason === 'unpaid'
      ? deadlines.find(({ kind }) => kind === 'termination')
      : undefined
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
        <OutageNotices outages={data.outages} />
        {residual.ok ? null : (
          <Card>
            <h2>高速データの残り</h2>
            <FailedNotice title="残量を表示できません" failed={residual.failed} />
          </Card>
        )}
        <div className="mycards">
          {termination === undefined ? null : <TerminationCard deadline={termination} />}
          {nextBill === undefined ? null : (
            <NextBillCard bill={nextBill} before={data.bills ?? []} />
          )}
          <Tasks deadlines={deadlines.filter((one) => one !== termination)} isFamily={isFamily} />
          <UnderWay orders={orders} contract={contract} />
          {usage === undefined ? null : <Week usage={usage} />}
        </div>
        <Section id="entrances" title="すべての手続き">
          <Entrances standing="member" operations={data.operations} />
        </Section>
      </Page>
    </>
  )
}
