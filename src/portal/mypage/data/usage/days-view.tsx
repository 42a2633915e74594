import { averageWords } from '#portal/mypage/shared/average-words.ts'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { useAdviceLink } from '#portal/mypage/shared/use-advice-link.ts'
import { valueOf, type Part } from '#portal/mypage/shared/part.ts'
import { ThreeDayMeter } from '#portal/mypage/shared/three-day-meter.tsx'
import type {
  HighSpeed,
  HighSpeedLine,
  LineGroup,
  Residual,
  TopUps,
  Usage,
} from '#portal/mypage/shared/wire.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Card, LinkList } from '#ui/card.tsx'
import { Meter } from '#ui/meter.tsx'
import { PersonPatterns } from '#ui/person-bar.tsx'
import { pages } from '#vocabulary/pages.ts'
import { addressOf } from './address.ts'
import { seriesOf } from '#portal/mypage/shared/usage-columns.ts'
import { DayChart, MonthChart } from '#portal/mypage/shared/usage-charts.tsx'
import { ForecastCard, UsedUpCard } from './forecast-card.tsx'
import { Shares } from './shares.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { formatDate } from '#ui/format.ts'
import { Button, ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'

type ExportProps = {
  readonly from: string | undefined
  readonly to: string
  readonly lineId: string | undefined
}

/** The records of a period as a file: an ordinary form whose answer is a download. */
function Export({ from, to, lineId }: ExportProps) {
  return (
    <Accordion title="CSV・JSONで保存する">
      <p className="small muted">1時間ごとの利用量を保存します。</p>
      <form method="get" action={pages.usageCsv} className="filter-form">
        {lineId === undefined ? null : <input type="hidden" name="line" value={lineId} />}
        <Field type="date" name="from" label="開始日" defaultValue={from} required />
        <Field type="date" name="to" label="終了日" defaultValue={to} max={to} required />
        <ButtonRow>
          <Button>
            <Icon name="download" /> CSVで保存する
          </Button>
          <Button formAction={pages.usageJson}>
            <Icon name="download" /> JSONで保存する
          </Button>
        </ButtonRow>
      </form>
    </Accordion>
  )
}

/** The bars of the buckets, in the order in which they are used. */
function metersOf(residual: Residual) {
  return residual.buckets.map((bucket) => ({
    id: bucket.bucketId,
    name: bucket.label,
    remainingBytes: bucket.remainingBytes,
    grantedBytes: bucket.grantedBytes,
    note: `${formatLimit(bucket.expiresAt)}使えます`,
  }))
}

type DaysViewProps = {
  readonly usage: Part<Usage>
  readonly speed: Part<HighSpeed>
  readonly group: Part<LineGroup>
  readonly residual: Part<Residual>
  readonly topUps: TopUps | undefined
  readonly lineId: string | undefined
}

/** Where the month will end, 31 days, 13 months, and how near the three-day limit is. */
export function DaysView({ usage, speed, group, residual, topUps, lineId }: DaysViewProps) {
  const value = valueOf(usage)
  const lines = valueOf(speed)?.lines.filter(
    ({ line }) => lineId === undefined || line.lineId === lineId,
  )
  const shared = valueOf(group)
  const left = valueOf(residual)
  const adviceLink = useAdviceLink()
  const isEmpty = lines?.some(({ speedReason }) => speedReason === 'poolEmpty') === true
  return (
    <div className="usage">
      <PersonPatterns />
      <div className="usage__side">
        {left === undefined || !isEmpty ? null : <UsedUpCard residual={left} />}
        {value?.forecast === undefined ? null : (
          <ForecastCard
            forecast={value.forecast}
            month={value.thisMonth.month}
            residual={left}
            asOf={value.asOf}
            topUps={topUps}
          />
        )}
      </div>
      <div className="usage__charts">
        {value === undefined ? null : (
          <>
            <DayChart
              usage={value}
              series={seriesOf(value, lineId)}
              leftBytes={value.forecast === undefined ? undefined : left?.totalBytes}
            />
            <MonthChart usage={value} series={seriesOf(value, lineId)} />
            {value.formerUntil === undefined ? null : (
              <p className="small muted">
                {formatDate(value.formerUntil)}までは、ご家族の契約で回線を使っていたときの量です。
              </p>
            )}
          </>
        )}
        {usage.ok ? null : <FailedNotice title="利用量を表示できません" failed={usage.failed} />}
        {left === undefined || left.buckets.length === 0 || lineId !== undefined ? null : (
          <Accordion title="残りの内訳と期限">
            <Meter buckets={metersOf(left)} />
          </Accordion>
        )}
        {shared?.shared && lineId === undefined ? (
          <Accordion title="回線ごとの割合">
            <Shares group={shared} />
            {value?.averageUse === undefined ? null : (
              <p className="small">{averageWords(value.averageUse)}</p>
            )}
          </Accordion>
        ) : null}
      </div>
      <div className="usage__more">
        <ThreeDays lines={lines ?? []} />
        {value === undefined ? null : (
          <Export from={value.days[0]?.date} to={value.today.date} lineId={lineId} />
        )}
        <Card>
          <LinkList
            entries={[
              { href: addressOf({ view: 'records', lineId }), label: '付与と利用の記録' },
              ...adviceLink,
              ...(lines === undefined || lines.length === 0
                ? []
                : [
                    { href: pages.gift, label: 'データを贈る・受け取る' },
                    { href: pages.alert, label: 'データ残量のお知らせ' },
                    { href: pages.spending, label: '料金の上限と自動チャージ' },
                  ]),
            ]}
          />
        </Card>
      </div>
    </div>
  )
}

/** Only of lines that were slow these days: the others have nothing to know. */
function ThreeDays({ lines }: { readonly lines: readonly HighSpeedLine[] }) {
  const slow = lines.filter(({ threeDay }) => threeDay.sumBytes > 0 || threeDay.state !== 'normal')
  if (slow.length === 0) return null
  return (
    <section id="three-day" className="usage__slow">
      {slow.map((one) => (
        <Card key={one.line.lineId}>
          <h2>{lines.length > 1 ? `${nameOfLine(one.line)}：` : ''}低速の3日間</h2>
          <ThreeDayMeter line={one} isTitled />
          {one.threeDay.state === 'normal' || one.speed === 'stopped' ? null : (
            <WayOut line={one} />
          )}
        </Card>
      ))}
    </section>
  )
}

/** What ends the three days at once: the member's own switch, or data where none is left. Whoever was told by a push comes here for it. */
function WayOut({ line: { on, speedReason } }: { readonly line: HighSpeedLine }) {
  if (on && speedReason === 'lineCap') return null
  return (
    <ButtonRow>
      {on ? (
        <ButtonLink href={pages.topUp}>データをチャージする</ButtonLink>
      ) : (
        <ButtonLink href={pages.top}>高速データ通信をオンにする</ButtonLink>
      )}
    </ButtonRow>
  )
}
