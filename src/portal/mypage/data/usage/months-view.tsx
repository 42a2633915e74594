import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { averageWords } from '#portal/mypage/shared/average-words.ts'
import type { Part } from '#portal/mypage/shared/part.ts'
import type { Usage } from '#portal/mypage/shared/wire.ts'
import { MonthBars } from './month-bars.tsx'

/** 13 months: of the contract, and of each line where there are several. */
export function MonthsView({ usage }: { readonly usage: Part<Usage> }) {
  if (!usage.ok) return <FailedNotice title="利用量を表示できません" failed={usage.failed} />
  const { months, lines, averageUse, asOf } = usage.value
  return (
    <>
      <Section id="months" title="月ごとの利用量">
        <MonthBars caption={`${months.length}か月間の利用量`} months={months} />
        {averageUse === undefined ? null : <p>{averageWords(averageUse)}</p>}
        <p className="small muted">{formatDateTime(asOf)} 現在。今月の分は暫定値です。</p>
      </Section>
      {lines.length < 2
        ? null
        : lines.map((one) => (
            <Section key={one.line.lineId} id={one.line.lineId} title={nameOfLine(one.line)}>
              <MonthBars
                caption={`${nameOfLine(one.line)}の${one.months.length}か月間の利用量`}
                months={one.months}
              />
            </Section>
          ))}
    </>
  )
}
