import { Frame } from '#portal/mypage/flow/frame.tsx'
import { NotOpen } from '#portal/mypage/shared/not-open.tsx'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { Notice } from '#ui/notice.tsx'
import { pages } from '#vocabulary/pages.ts'
import { LineChoice } from '#portal/mypage/shared/line-choice.tsx'
import { addressOf, readAsked, type View } from './address.ts'
import { DaysView } from './days-view.tsx'
import { loadView } from './load.ts'
import { RecordsView } from './records-view.tsx'
import type { Route } from './+types/usage.ts'

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
  // One outage is told once: what the view is about says it itself.
  const isShown = loaderData.view === 'records' ? loaderData.records.ok : loaderData.usage.ok
  return (
    <Frame title="データ利用量">
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
