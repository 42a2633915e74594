import { Frame } from '#portal/mypage/flow/frame.tsx'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { Notice } from '#ui/notice.tsx'
import { pages } from '#vocabulary/pages.ts'
import { LineChoice } from '#portal/mypage/shared/line-choice.tsx'
import { type Asked, type View, addressOf, readAsked } from './address.ts'
import { DaysView } from './days-view.tsx'
import { RecordsView } from './records-view.tsx'
import type { Route } from './+types/usage.ts'
import type { Contract } from '#portal/mypage/shared/wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { firstDataWords } from '#portal/mypage/shared/first-month.ts'
import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { openingOf } from '#portal/mypage/shared/is-opening.ts'
import { attempt, throwIfUnknown } from '#portal/mypage/shared/attempt.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'

/** Three screens of a phone. */
const RECORDS_SHOWN = 12

/** What the view of this address shows; each part may be missing on its own. Before the line opens there is nothing of it. */
async function loadView(call: Call, asked: Asked) {
  const { view, month, cursor, lineId } = asked
  const known = valueOf(await attempt(call(api.contractGet)))
  const contract = openingOf(known)
  if (contract !== undefined) return { view: 'opening', contract } as const
  const isStopped = known?.status === 'suspended'
  if (view === 'records') {
    const [speed, records] = await Promise.all([
      attempt(call(api.highSpeedStatusGet, { query: {} })),
      attempt(
        call(api.highSpeedHistoryGet, {
          query: {
            lineId,
            ...(month && { month }),
            ...(cursor && { cursor }),
            limit: RECORDS_SHOWN,
          },
        }),
      ),
    ])
    throwIfUnknown(records)
    return { view, isStopped, speed, records } as const
  }
  const [speed, usage] = await Promise.all([
    attempt(call(api.highSpeedStatusGet, { query: {} })),
    attempt(call(api.statusUsageGet, { query: { lineId, usable: 'true' } })),
  ])
  throwIfUnknown(usage)
  const isShort = usage.ok && (usage.value.forecast?.shortageBytes ?? 0) > 0
  const [group, residual, topUps] = await Promise.all([
    attempt(call(api.statusLineGroupGet)),
    attempt(call(api.highSpeedResidualGet)),
    isShort ? attempt(call(api.highSpeedCouponGet)) : undefined,
  ])
  return {
    view,
    isStopped,
    speed,
    usage,
    group,
    residual,
    topUps: topUps && valueOf(topUps),
  } as const
}

/** In the place of data, before the line opens: what there will be, and where the order stands. */
function NotOpen({ contract }: { readonly contract: Contract }) {
  return (
    <EmptyState
      title="回線はまだ開通していません"
      action={<ButtonLink href={pages.orders}>お申し込みの状況を見る</ButtonLink>}
    >
      {firstDataWords(contract)}
    </EmptyState>
  )
}

const titles: Record<View | 'opening', string> = {
  opening: 'データ利用量',
  days: 'データ利用量',
  records: 'データの付与と利用の記録',
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = readAsked(url)
  return { asked, ...(await loadView(callOf(context), asked)) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: titles[loaderData?.view ?? 'days'], noindex: true })
}

export default function DataUsage({ loaderData }: Route.ComponentProps) {
  if (loaderData.view !== 'opening') return <Used loaderData={loaderData} />
  return (
    <Frame title={titles.opening}>
      <NotOpen contract={loaderData.contract} />
    </Frame>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Used({ loaderData }: { loaderData: Exclude<Loaded, { view: 'opening' }> }) {
  const { asked, speed } = loaderData
  const { view, lineId } = asked
  // One outage is shown once: what the view is about says it itself.
  const isShown = loaderData.view === 'records' ? loaderData.records.ok : loaderData.usage.ok
  return (
    <Frame title={titles[view]} way={view === 'records' ? [pages.usage] : []}>
      {loaderData.isStopped ? (
        <Notice tone="warning" title="ご利用を停止しています">
          <p>
            停止中は、データ通信をご利用いただけません。
            <a href={pages.top}>停止の理由と再開の方法を見る</a>
          </p>
        </Notice>
      ) : null}
      {speed.ok ? (
        <LineChoice
          lines={speed.value.lines.map(({ line }) => line)}
          lineId={lineId}
          all="全員"
          hrefOf={(chosen) => addressOf({ view, lineId: chosen })}
        />
      ) : null}
      {speed.ok || !isShown ? null : (
        <FailedNotice title="回線を表示できません" failed={speed.failed} />
      )}
      {loaderData.view === 'days' ? <DaysView {...loaderData} lineId={lineId} /> : null}
      {loaderData.view === 'records' ? <RecordsView {...loaderData} /> : null}
    </Frame>
  )
}
