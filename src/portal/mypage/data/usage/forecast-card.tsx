import { pages } from '#vocabulary/pages.ts'
import { Card } from '#ui/card.tsx'
import { formatDay, formatMonth, formatVolume } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { linkTo } from '../../places.ts'
import type { Forecast } from '#portal/mypage/shared/wire.ts'
import { ForecastGauge } from './forecast-gauge.tsx'

type ForecastCardProps = {
  readonly forecast: Forecast
  readonly month: string
  readonly usedBytes: number
  /** What is left to use; absent when the residual could not be read. */
  readonly residualBytes: number | undefined
}

const adviceLinks: Partial<Record<Forecast['advice']['action'], string>> = {
  topUp: 'データをチャージする',
  largerSize: 'データ容量を変更する',
  smallerSize: 'データ容量を変更する',
  switchOff: '高速データ通信をオフにする',
}

/** Where the month will end, as a band, and the one thing worth doing now. */
export function ForecastCard({ forecast, month, usedBytes, residualBytes }: ForecastCardProps) {
  const { expectedBytes, lowBytes, highBytes, shortageBytes, advice } = forecast
  const empty = emptyWords(forecast)
  const usableBytes = residualBytes === undefined ? undefined : usedBytes + residualBytes
  const range = { from: formatVolume(lowBytes, 'used'), to: formatVolume(highBytes, 'used') }
  const href = linkTo(advice.path)
  return (
    <Card>
      <h2>{formatMonth(month)}の見込み</h2>
      <ForecastGauge {...{ usedBytes, lowBytes, expectedBytes, highBytes, usableBytes }} />
      <SummaryList
        entries={[
          { term: '今日までの利用', value: formatVolume(usedBytes, 'used') },
          {
            term: 'このまま使うと月末までに',
            value:
              range.from === range.to
                ? range.from
                : `${range.from}〜${range.to}（目安 ${formatVolume(expectedBytes, 'used')}）`,
          },
          ...(usableBytes === undefined
            ? []
            : [{ term: '今月使える量', value: formatVolume(usableBytes, 'residual') }]),
          ...(empty === undefined ? [] : [{ term: 'データがなくなる見込み', value: empty }]),
        ]}
      />
      <Notice tone={advice.action === 'none' ? 'good' : toneOf(advice.action)}>
        <p>{advice.message}</p>
        {shortageBytes > 0 && advice.action !== 'topUp' ? (
          <p>
            <a href={pages.charge}>{adviceLinks.topUp}</a>
          </p>
        ) : null}
        {href === undefined ? null : (
          <p>
            <a href={href}>{adviceLinks[advice.action] ?? '確認する'}</a>
          </p>
        )}
      </Notice>
      <p className="small muted">{forecast.method}</p>
    </Card>
  )
}

/** The likely day and how sure it is. */
function emptyWords({ emptyEarliestOn, emptyOn, emptyLatestOn }: Forecast): string | undefined {
  if (emptyEarliestOn === undefined) return undefined
  const earliest = `早ければ${formatDay(emptyEarliestOn)}`
  if (emptyOn === undefined) return `月末まで足りる見込み（${earliest}）`
  const latest =
    emptyLatestOn === undefined ? '月末まで足りることも' : `遅くて${formatDay(emptyLatestOn)}`
  return `${formatDay(emptyOn)}ごろ（${earliest}、${latest}）`
}

function toneOf(action: Forecast['advice']['action']): 'info' | 'warning' {
  return action === 'smallerSize' ? 'info' : 'warning'
}
