import { pages } from '#vocabulary/pages.ts'
import { procedureTitles } from '#portal/mypage/entrances.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { topUpApi } from '#protocol/top-up.ts'
import { Choose, isTopUpClosed } from './choose.tsx'
import { Confirm } from './confirm.tsx'
import { Done } from './done.tsx'
import { loadCharge } from './load.ts'
import type { Route } from './+types/top-up.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadCharge(callOf(context), url)
  const isClosed = loaded.step === 'input' && isTopUpClosed(loaded.topUps)
  return { keys: freshKeysOf(context), isClosed, ...loaded }
}

/** Buys the pack that was confirmed, at the price that was shown. */
export const action = orderAction({ order: topUpApi.highSpeedCouponPost })

const titles = procedureTitles(pages.topUp, {})

export const meta = procedureMeta(titles)

export default function Charge({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} steps={['選択', '確認', '完了']}>
      {step === 'input' ? <Choose {...loaderData} key={loaderData.chosen} /> : null}
      {step === 'confirm' ? <Confirm {...loaderData} {...actionData} /> : null}
      {step === 'done' ? <Done {...loaderData} /> : null}
    </ProcedurePage>
  )
}
