import { TopUpTile } from '#portal/mypage/shared/top-up-tiles.tsx'
import type { Forecast, Residual, TopUps } from '#portal/mypage/shared/wire.ts'
import { Card } from '#ui/card.tsx'
import { ForecastDial } from '#ui/forecast-dial.tsx'
import { formatDay, formatDayOfMonth, formatVolume, splitVolume } from '#ui/format.ts'
import { Sentence } from '#ui/sentence.tsx'
import { linkTo } from '../../entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { monthAt } from '#portal/mypage/shared/usage-columns.ts'

type ForecastCardProps = {
  readonly forecast: Forecast
  readonly month: string
  readonly residual: Residual | undefined
  readonly asOf: string
  readonly topUps: TopUps | undefined
}

const adviceLinks: Partial<Record<Forecast['advice']['action'], string>> = {
  largerSize: 'データ容量を変更する',
  smallerSize: 'データ容量を変更する',
  switchOff: '高速データ通信をオフにする',
}

/** Where the month will end: the month as a ring that closes or does not, and the one thing worth doing now. */
export function ForecastCard({ forecast, month, residual, asOf, topUps }: ForecastCardProps) {
  const { expectedBytes, lowBytes, highBytes, shortageBytes, emptyOn, emptyEarliestOn, advice } =
    forecast
  const isSure = emptyEarliestOn === undefined
  const monthOfYear = Number(month.slice(5))
  const { value, unit } = splitVolume(expectedBytes, 'used')
  const usable =
    residual === undefined ? undefined : residual.totalBytes + residual.usedThisMonthBytes
  const href = linkTo(advice.path)
  return (
    <Card>
      <h2 className="visually-hidden">{monthOfYear}月の見込み</h2>
      <div className="forecast">
        <ForecastDial
          {...monthAt(asOf)}
          {...emptyDays(forecast)}
          state={emptyOn === undefined ? 'ok' : 'short'}
          words={
            emptyOn === undefined
              ? [`${monthOfYear}月末まで`, isSure ? '足ります' : '足りる見込み']
              : ['このままなら', formatDayOfMonth(emptyOn), 'ごろまで']
          }
        />
        <div className="forecast__words">
          <p className="small muted">{monthOfYear}月の見込み</p>
          <p>
            <span className="forecast__figure">
              {value} <small>{unit}</small>
            </span>
            {usable === undefined ? null : (
              <span className="forecast__of muted">
                {' '}
                {/* Cut on the same side: what lasts must not look like too little. */}／{' '}
                {withoutSameUnit(usable, emptyOn === undefined ? 'used' : 'residual', unit)}
              </span>
            )}
          </p>
          <p className="small muted">
            予想の幅{' '}
            <span className="forecast__of">
              {withoutSameUnit(lowBytes, 'used', splitVolume(highBytes, 'used').unit)}〜
              {formatVolume(highBytes, 'used')}
            </span>
          </p>
          {shortageBytes === 0 ? null : (
            <p>
              <strong>約{formatVolume(shortageBytes, 'used')}不足</strong>
            </p>
          )}
          {emptyOn === undefined && emptyEarliestOn !== undefined ? (
            <p className="small">早ければ{formatDayOfMonth(emptyEarliestOn)}になくなります。</p>
          ) : null}
          <p className="visually-hidden">{lastsWords(forecast)}</p>
        </div>
      </div>
      {shortageBytes === 0 ? null : <TopUpTile shortageBytes={shortageBytes} topUps={topUps} />}
      {href === undefined || advice.action === 'topUp' ? null : (
        <p className="small">
          <Sentence>{advice.message}</Sentence>{' '}
          <a href={href}>{adviceLinks[advice.action] ?? '確認する'}</a>
        </p>
      )}
      <details className="small tap">
        <summary>見込みの出し方</summary>
        <p>
          <Sentence>{forecast.method}</Sentence>
        </p>
      </details>
    </Card>
  )
}

/** `10.25`, where a figure in the same unit is beside it. */
function withoutSameUnit(bytes: number, kind: 'residual' | 'used', unit: string): string {
  const volume = splitVolume(bytes, kind)
  return volume.unit === unit ? volume.value : formatVolume(bytes, kind)
}

/** The end of each day as days since the month's beginning: what is empty on the 28th lasts into it. */
function emptyDays({ emptyOn, emptyEarliestOn, emptyLatestOn }: Forecast) {
  if (emptyOn === undefined) return {}
  const dayOf = (date: string) => Number(date.slice(8))
  const median = dayOf(emptyOn)
  return {
    empty: {
      median,
      early: emptyEarliestOn === undefined ? median - 1 : dayOf(emptyEarliestOn) - 1,
      late: emptyLatestOn === undefined ? 31 : dayOf(emptyLatestOn),
    },
  }
}

/** What the ring shows, for the ear: the likely day and how sure it is. */
function lastsWords({ emptyOn, emptyEarliestOn, emptyLatestOn }: Forecast): string {
  const earliest =
    emptyEarliestOn === undefined ? '' : `早ければ${formatDay(emptyEarliestOn)}になくなります。`
  if (emptyOn === undefined) return `月末まで足りる見込みです。${earliest}`
  const latest =
    emptyLatestOn === undefined
      ? '月末まで足りることもあります。'
      : `遅ければ${formatDay(emptyLatestOn)}です。`
  return `${formatDay(emptyOn)}ごろになくなる見込みです。${earliest}${latest}`
}

/** Nothing is left to forecast: when data comes again, and what one can do. */
export function UsedUpCard({ residual }: { readonly residual: Residual }) {
  const { usedThisMonthBytes, nextGrant, asOf } = residual
  return (
    <Card>
      <h2>データを使い切りました</h2>
      <div className="forecast">
        {nextGrant === undefined ? null : (
          <ForecastDial
            {...monthAt(asOf)}
            state="empty"
            words={[
              `${formatDay(nextGrant.at)}に`,
              formatVolume(nextGrant.bytes, 'quota'),
              '入ります',
            ]}
          />
        )}
        <p className="forecast__words">
          今月は{formatVolume(usedThisMonthBytes, 'used')}を利用しました。いまは低速でつながります。
          {nextGrant === undefined ? (
            ''
          ) : (
            <span className="visually-hidden">
              {formatDay(nextGrant.at)}に{formatVolume(nextGrant.bytes, 'quota')}入ります。
            </span>
          )}
        </p>
      </div>
      <p>
        <a href={pages.topUp}>データをチャージする</a>と、すぐに高速に戻ります。
      </p>
    </Card>
  )
}
