import type { Refusal } from '#vocabulary/refusal.ts'
import { renderToStaticMarkup } from 'react-dom/server.node'
import type { PageContext } from '#portal/context.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { NO_CONTRACT_TITLE, type Pending } from '../no-contract.tsx'
import { pendingOf } from '../pending.ts'
import { LOST_PRESS_TEXT, LOST_PRESS_TITLE } from '#portal/mypage/shared/lost-press.tsx'
import { type Asked, doneWords } from './asked.ts'
import { LiteFrame, RefusalText } from './frame.tsx'
import { MainView } from './main-view.tsx'
import { PackView, PacksView, StopView } from './step-views.tsx'
import { api } from '#protocol/index.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import { loadFirstBills } from '#portal/mypage/shared/first-bills.ts'
import { healthAfterEnd, healthOf } from '#portal/mypage/shared/health.ts'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { isDataTroubled } from '#portal/mypage/shared/line-words.ts'
import { attempt } from '#portal/mypage/shared/attempt.ts'

/** What the view needs and nothing more: every byte is waited for. */
async function loadView(call: Call, asked: Asked) {
  if (asked.view === 'packs' || asked.view === 'pack')
    return { topUps: await attempt(call(api.highSpeedCouponGet)) }
  if (asked.view === 'stop')
    return { line: await attempt(call(api.statusLineGet, { query: { lineId: asked.lineId } })) }
  const [residual, speed, contract, allowed, next, unpaid, bills, orders, outages, holds] =
    await Promise.all([
      attempt(call(api.highSpeedResidualGet)),
      attempt(call(api.highSpeedStatusGet, { query: {} })),
      attempt(call(api.contractGet)),
      attempt(call(api.contractChangeStatusGet, { query: {} })),
      attempt(call(api.billingReserveGet)),
      attempt(call(api.billingUnpaidGet)),
      attempt(call(api.billingStatusGet, { query: {} })),
      attempt(call(api.statusApplyStateGet, { query: { only: 'open' } })),
      attempt(call(api.outageConcerningGet)),
      attempt(call(api.holdsGet)),
    ])
  const topUp = valueOf(allowed)?.operations.find(({ operation }) => operation === 'topUp')
  const [known, owed] = [valueOf(contract), valueOf(unpaid)]
  const months = valueOf(bills)?.bills
  const troubled = valueOf(outages)?.incidents
  const health = isEnded(known)
    ? healthAfterEnd({
        unpaid: owed,
        bills: months,
        nextBill: valueOf(next),
        outages: troubled,
      })
    : healthOf({
        contract: known,
        unpaid: owed,
        orders: undefined,
        lines: undefined,
        outages: troubled,
        holds: valueOf(holds)?.holds,
      })
  return {
    residual,
    speed,
    contract,
    topUp,
    health,
    isTroubled: isDataTroubled(troubled),
    orders: valueOf(orders),
    firstBills: await loadFirstBills(call, known),
    billing: { next, unpaid, bills },
  }
}

type Loaded = Awaited<ReturnType<typeof loadView>>

type Request = {
  readonly page: PageContext
  readonly call: Call
  readonly asked: Asked
  readonly keys: FormKeys
  /** A form was sent when the login had ended. */
  readonly isPressLost?: boolean
  /** Why the last press did not do what it should. */
  readonly refused?: Refusal
  readonly status?: number
}

/** The page as one answer of HTML, nothing beside it. */
export async function renderLite(request: Request): Promise<Response> {
  const { page, call, asked, status = 200 } = request
  if (!page.auth.mvno_member)
    return answer(page, <NoContractView pending={await pendingOf(call)} />, 403)
  const loaded = await loadView(call, asked)
  return answer(page, <View {...request} loaded={loaded} />, status)
}

function View({
  asked,
  keys,
  isPressLost,
  refused,
  loaded,
}: Request & { readonly loaded: Loaded }) {
  return (
    <>
      {isPressLost ? (
        <p className="o" role="status">
          {LOST_PRESS_TITLE}。{LOST_PRESS_TEXT}
        </p>
      ) : null}
      {refused === undefined ? null : <RefusalText failed={refused} />}
      {asked.view === 'main' && asked.done !== undefined ? (
        <p className="o g" role="status">
          {doneWords[asked.done]}
        </p>
      ) : null}
      {loaded.residual === undefined ? null : <MainView {...loaded} keys={keys} />}
      {loaded.topUps === undefined ? null : asked.view === 'pack' ? (
        <PackView topUps={loaded.topUps} packId={asked.packId} keys={keys} />
      ) : (
        <PacksView topUps={loaded.topUps} isUnchosen={asked.view === 'packs' && asked.isUnchosen} />
      )}
      {loaded.line === undefined ? null : <StopView detail={loaded.line} keys={keys} />}
    </>
  )
}

function NoContractView({ pending }: { readonly pending: Pending | undefined }) {
  if (pending !== undefined)
    return (
      <>
        <p>
          お手続きの状況：{pending.stateLabel}。{pending.sentence}
        </p>
        <p>
          <a href={pending.href}>お手続きの状況を見る</a>
        </p>
      </>
    )
  return (
    <>
      <p>{NO_CONTRACT_TITLE}。</p>
      <p>
        <a href="/fee">料金プランを見る</a>
      </p>
    </>
  )
}

function answer(page: PageContext, view: React.ReactNode, status: number): Response {
  const markup = renderToStaticMarkup(<LiteFrame nonce={page.nonce}>{view}</LiteFrame>)
  return new Response(`<!doctype html>${markup}`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' },
  })
}
