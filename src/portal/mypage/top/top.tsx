import { InstallAsk } from '#portal/app/install-ask.tsx'
import { useStored } from '#portal/stored/use-stored.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { DueBill } from '#portal/mypage/shared/due-bill.tsx'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import type { Contract, OrderDetail, Orders } from '#portal/mypage/shared/wire.ts'
import type { Call } from '#protocol/http.ts'
import { isDataTroubled } from '#portal/mypage/shared/line-words.ts'
import { loadFirstBills } from '#portal/mypage/shared/first-bills.ts'
import { openingOf } from '#portal/mypage/shared/is-opening.ts'
import { lostEntryOf } from '#portal/mypage/shared/lost-entry.ts'
import { attempt } from '#portal/mypage/shared/attempt.ts'
import { switchSpeed } from '#portal/mypage/shared/switch-speed.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { api } from '#protocol/index.ts'
import { Card } from '#ui/card.tsx'
import { Page, Section } from '#ui/layout.tsx'
import { ComingOutages, NextBillCard, Tasks, TerminationCard, UnderWay } from './cards.tsx'
import { EndedMoney, EndedRecords, EndedStage, isBillToCome } from './ended.tsx'
import { Entrances } from './entrances.tsx'
import { healthOf } from '#portal/mypage/shared/health.ts'
import { loadMoves } from './load-moves.ts'
import { MoveCard } from './move-card.tsx'
import { storedTop } from './stored-top.ts'
import { OpeningStages } from './opening.tsx'
import { Stage } from './stage.tsx'
import { Week } from './week.tsx'
import type { Route } from './+types/top.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

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
    holds,
    asked,
  ] = await Promise.all([
    attempt(call(api.highSpeedResidualGet)),
    attempt(call(api.highSpeedStatusGet, { query: {} })),
    attempt(call(api.contractGet)),
    attempt(call(api.contractChangeStatusGet, { query: {} })),
    attempt(call(api.statusApplyStateGet, { query: { only: 'current' } })),
    attempt(call(api.deadlinesGet)),
    attempt(call(api.billingUnpaidGet)),
    attempt(call(api.billingMonthsGet)),
    attempt(call(api.billingReserveGet)),
    attempt(call(api.statusUsageGet, { query: {} })),
    attempt(call(api.highSpeedCouponGet)),
    attempt(call(api.statusLineGroupGet)),
    attempt(call(api.outageConcerningGet)),
    attempt(call(api.holdsGet)),
    attempt(call(api.familyRequestGet, { query: { only: 'open' } })),
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
    outages: valueOf(outages)?.incidents,
    holds: valueOf(holds)?.holds,
    asked: valueOf(asked)?.requests.map(({ name, label }) => ({ name, label })),
    opening: openingOf(valueOf(contract)) && (await openingOrders(call, valueOf(orders))),
    firstBills: await loadFirstBills(call, valueOf(contract)),
    moves: await loadMoves(call, valueOf(orders)),
    instalments: isEnded(valueOf(contract)) ? await loadInstalments(call) : [],
    keys: keysOf(context, url),
  }
}

/** What was bought in instalments and is not paid: they go on after the contract. */
async function loadInstalments(call: Call) {
  const { terminals = [] } = valueOf(await attempt(call(api.contractTerminalNoticeGet))) ?? {}
  return terminals.flatMap(({ device, instalments }) =>
    instalments === undefined || instalments.remaining === 0 ? [] : [{ device, ...instalments }],
  )
}

/** The orders of the lines that are being opened, whole: their rings are what there is to see. */
async function openingOrders(call: Call, orders: Orders | undefined) {
  const opening = (orders?.rows ?? []).filter(({ operation }) => opens.includes(operation))
  const details = await Promise.all(
    opening.map(({ orderNo }) => attempt(call(api.orderGet, { query: { orderNo } }))),
  )
  return details.flatMap((one) => valueOf(one) ?? []).toSorted(byRank)
}

const opens: readonly Orders['rows'][number]['operation'][] = ['lineOpen', 'lineTakeover']
const rankOf = ({ lines }: OrderDetail) => lines[0]?.position ?? 0
const byRank = (one: OrderDetail, other: OrderDetail) => rankOf(one) - rankOf(other)

/** As many months as have room beside this one. */
const MONTHS_BEFORE = 5

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData()
  return switchSpeed(callOf(context, form), url, form)
}

export const meta = mypageMeta('マイページ')

export default function MypageTop({ loaderData, actionData }: Route.ComponentProps) {
  const { contract, unpaid, bills, nextBill } = loaderData
  useStored('top', storedTop(loaderData))
  return (
    <>
      <h1 className="visually-hidden">マイページ</h1>
      {isEnded(contract) ? (
        <>
          <EndedStage {...{ contract, unpaid, bills, nextBill }} outages={loaderData.outages} />
          <Page className="mytop mytop--ended">
            <EndedMoney
              bill={bills?.[0]}
              isLast={!isBillToCome(nextBill)}
              devices={loaderData.instalments}
            />
            <EndedRecords />
          </Page>
        </>
      ) : contract !== undefined && loaderData.opening !== undefined ? (
        <Opening data={loaderData} contract={contract} opening={loaderData.opening} />
      ) : (
        <Running data={loaderData} answer={actionData?.switched} />
      )}
    </>
  )
}

type OpeningProps = {
  readonly data: Route.ComponentProps['loaderData']
  readonly contract: Contract
  readonly opening: readonly OrderDetail[]
}

function Opening({ data, contract, opening }: OpeningProps) {
  const { unpaid, orders, outages, operations, firstBills } = data
  // What an order waits for is shown with its rings.
  const shown = orders && { ...orders, rows: [] }
  const health = healthOf({ contract, unpaid, orders: shown, lines: undefined, outages })
  return (
    <Page className="mytop mytop--opening">
      <OpeningStages {...{ contract, health, firstBills }} orders={opening} />
      <ComingOutages outages={outages ?? []} />
      <Section id="entrances" title="開通までに見られるもの">
        <Entrances standing="opening" operations={operations} />
      </Section>
    </Page>
  )
}

type RunningProps = {
  readonly data: Route.ComponentProps['loaderData']
  readonly answer: NonNullable<Route.ComponentProps['actionData']>['switched'] | undefined
}

function Running({ data, answer }: RunningProps) {
  const { residual, speed, contract, unpaid, orders, usage, nextBill, group, outages } = data
  const { operations, holds, asked } = data
  const shown = { lines: valueOf(speed)?.lines, outages, operations, holds, asked }
  const health = healthOf({ contract, unpaid, orders, ...shown })
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
          forecast={usage?.forecast}
          forecastFrom={usage?.forecastFrom}
          topUps={data.topUps}
          topUp={data.operations?.find(({ operation }) => operation === 'topUp')}
          keys={data.keys}
          isTroubled={isDataTroubled(outages)}
          {...{ health, speed, group, contract, unpaid, answer }}
        />
      ) : null}
      <Page className="mytop">
        <ComingOutages outages={outages ?? []} />
        {residual.ok ? null : (
          <Card>
            <h2>高速データの残り</h2>
            <FailedNotice title="残量を表示できません" failed={residual.failed} />
          </Card>
        )}
        <div className="mycards">
          {termination === undefined ? null : <TerminationCard deadline={termination} />}
          {data.moves.map((move) => (
            <MoveCard key={move.orderNo} move={move} />
          ))}
          {nextBill === undefined ? null : (
            <>
              <DueBill next={nextBill} />
              <NextBillCard bill={nextBill} before={data.bills ?? []} />
            </>
          )}
          <Tasks
            deadlines={deadlines.filter((one) => one !== termination)}
            whenLost={lostEntryOf(operations)}
            {...{ isFamily }}
          />
          <UnderWay orders={orders} contract={contract} />
          {usage === undefined ? null : <Week usage={usage} />}
        </div>
        <InstallAsk />
        <Section id="entrances" title="すべての手続き">
          <Entrances standing="member" operations={data.operations} />
        </Section>
      </Page>
    </>
  )
}
