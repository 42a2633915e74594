import { redirect } from 'react-router'
import { pages } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { DayChart, MonthChart } from '#portal/mypage/shared/usage-charts.tsx'
import { seriesOf } from '#portal/mypage/shared/usage-columns.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { familyApi } from '#protocol/family.ts'
import { usageApi } from '#protocol/usage.ts'
import { PersonPatterns } from '#ui/person-bar.tsx'
import type { Route } from './+types/usage.ts'

const title = '使った量'

export async function loader({ context, url }: Route.LoaderArgs) {
  if (pageOf(context).familyRole === undefined) throw redirect(pages.familyPlaces)
  const call = callOf(context)
  const { role, lines } = await ask(url, call(familyApi.familyLinesGet))
  const [own] = lines
  if (own === undefined) throw redirect(pages.familyLines)
  const { line } = own.highSpeed
  const lineId = role === 'lineUser' ? line.lineId : undefined
  return {
    whose: role === 'lineUser' ? fullNameOfLine(line) : 'すべての回線',
    usage: await ask(url, call(usageApi.statusUsageGet, { query: { lineId } })),
    lineId,
  }
}

export const meta = mypageMeta(title)

/** What a role's lines used by day and by month: of a user their own. Nothing about money, and no hours. */
export default function FamilyUsagePage({ loaderData }: Route.ComponentProps) {
  const { whose, usage, lineId } = loaderData
  const series = seriesOf(usage, lineId)
  return (
    <Frame
      title={title}
      way={[{ href: pages.familyLines, label: '残りと速度' }]}
      printedAt={usage.asOf}
    >
      <PersonPatterns />
      <p className="muted">{whose}</p>
      <DayChart usage={usage} series={series} leftBytes={undefined} />
      <MonthChart usage={usage} series={series} />
    </Frame>
  )
}
