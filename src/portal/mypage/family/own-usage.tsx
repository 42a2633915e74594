import { pages } from '#vocabulary/pages.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { DayChart, MonthChart } from '#portal/mypage/shared/usage-charts.tsx'
import { seriesOf } from '#portal/mypage/shared/usage-columns.ts'
import type { Usage } from '#portal/mypage/shared/wire.ts'
import { PersonPatterns } from '#ui/person-bar.tsx'

export const usageTitle = '使った量'

export type OwnUsageProps = {
  /** The user's line in words, or all of them. */
  readonly whose: string
  readonly usage: Usage
  /** Of a user the line. */
  readonly lineId: string | undefined
}

/** What a role's lines used by day and by month: of a user their own. Nothing about money, and no hours. */
export function OwnUsage({ whose, usage, lineId }: OwnUsageProps) {
  const series = seriesOf(usage, lineId)
  return (
    <Frame
      title={usageTitle}
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
