import { Bars } from '#ui/bars.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { valueOf, type Part } from '#portal/mypage/shared/part.ts'
import { ThreeDayMeter } from '#portal/mypage/shared/three-day-meter.tsx'
import type { HighSpeed, LineGroup, Residual, Usage } from '#portal/mypage/shared/wire.ts'
import { Export } from './export.tsx'
import { ForecastCard } from './forecast-card.tsx'
import { Shares } from './shares.tsx'
import { UsedUp } from './used-up.tsx'

type DaysViewProps = {
  readonly usage: Part<Usage>
  readonly speed: Part<HighSpeed>
  readonly group: Part<LineGroup>
  readonly residual: Part<Residual>
  readonly lineId: string | undefined
}

/** 31 days, where the month will end, who used it, and how near the three-day limit is. */
export function DaysView({ usage, speed, group, residual, lineId }: DaysViewProps) {
  const value = valueOf(usage)
  const lines = valueOf(speed)?.lines.filter(
    ({ line }) => lineId === undefined || line.lineId === lineId,
  )
  const shared = valueOf(group)
  const left = valueOf(residual)
  const isEmpty = lines?.some(({ speedReason }) => speedReason === 'poolEmpty') === true
  return (
    <>
      {left === undefined || !isEmpty ? null : <UsedUp residual={left} />}
      {value?.forecast === undefined ? null : (
        <ForecastCard
          forecast={value.forecast}
          month={value.thisMonth.month}
          usedBytes={value.thisMonth.highSpeedBytes}
          residualBytes={left?.totalBytes}
        />
      )}
      <Section id="days" title="日ごとの利用量">
        {usage.ok ? <DayBars usage={usage.value} /> : null}
        {usage.ok ? null : <FailedNotice title="利用量を表示できません" failed={usage.failed} />}
      </Section>
      {shared?.shared && lineId === undefined ? (
        <Section id="shares" title="回線ごとの内訳">
          <Shares group={shared} />
        </Section>
      ) : null}
      {lines === undefined || lines.length === 0 ? null : (
        <Section id="three-day" title="低速通信の3日間の目安">
          <p className="small muted">
            低速のまま短い期間にたくさん通信すると、速度がさらに下がります。前日までの3日間の合計で決まり、高速データ通信をオフにしているあいだの利用も数えます。高速での利用は数えません。
          </p>
          <ul className="line-cards" role="list">
            {lines.map((one) => (
              <li key={one.line.lineId}>
                <Card>
                  <h3>{nameOfLine(one.line)}</h3>
                  <ThreeDayMeter line={one} />
                </Card>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {value === undefined ? null : (
        <Export from={value.days[0]?.date} to={value.today.date} lineId={lineId} />
      )}
    </>
  )
}

function DayBars({ usage }: { readonly usage: Usage }) {
  const isUnused = usage.days.every((day) => day.highSpeedBytes + day.lowSpeedBytes === 0)
  return (
    <>
      {isUnused ? (
        <p>この{usage.days.length}日間の利用はありません。利用があると、1日ずつ棒で表示します。</p>
      ) : null}
      <Bars
        caption={`${usage.days.length}日間の利用量`}
        days={usage.days.map((day) => ({
          date: day.date,
          highBytes: day.highSpeedBytes,
          lowBytes: day.lowSpeedBytes,
          provisional: day.provisional,
        }))}
      />
      <p className="small muted">
        {formatDateTime(usage.asOf)}{' '}
        現在。暫定値は、回線の設備からの確定した記録が届くと変わることがあります。
      </p>
    </>
  )
}
