import { percentAcross } from '#ui/bars-scale.ts'
import { formatVolume } from '#ui/format.ts'

type ForecastGaugeProps = {
  readonly usedBytes: number
  readonly lowBytes: number
  readonly expectedBytes: number
  readonly highBytes: number
  readonly usableBytes: number | undefined
}

const topPx = 8
const heightPx = 20

/** The month on one bar: used so far, the band in which it will end, and what there is to use. */
export function ForecastGauge(props: ForecastGaugeProps) {
  const { usedBytes, lowBytes, expectedBytes, highBytes, usableBytes } = props
  const widest = Math.max(highBytes, usableBytes ?? 0, 1)
  const at = (bytes: number) => percentAcross(Math.min(1, bytes / widest))
  const width = (from: number, to: number) => percentAcross(Math.max(0, to - from) / widest)
  return (
    <div className="forecast-gauge">
      <svg role="img" aria-label={wordsOf(props)}>
        <rect className="forecast-gauge__track" y={topPx} width="100%" height={heightPx} rx="4" />
        <rect
          className="forecast-gauge__band"
          x={at(lowBytes)}
          width={width(lowBytes, highBytes)}
          y={topPx}
          height={heightPx}
        />
        <rect
          className="forecast-gauge__used"
          width={at(usedBytes)}
          y={topPx}
          height={heightPx}
          rx="4"
        />
        <line
          className="forecast-gauge__expected"
          x1={at(expectedBytes)}
          x2={at(expectedBytes)}
          y1={topPx}
          y2={topPx + heightPx}
        />
        {usableBytes === undefined ? null : (
          <line
            className="forecast-gauge__usable"
            x1={at(usableBytes)}
            x2={at(usableBytes)}
            y1={0}
            y2={topPx * 2 + heightPx}
          />
        )}
      </svg>
      <ul className="forecast-gauge__legend small" role="list">
        <li className="forecast-gauge__key--used">今日まで</li>
        <li className="forecast-gauge__key--band">月末の見込み</li>
        {usableBytes === undefined ? null : (
          <li className="forecast-gauge__key--usable">使える量</li>
        )}
      </ul>
    </div>
  )
}

function wordsOf({ usedBytes, lowBytes, highBytes, usableBytes }: ForecastGaugeProps): string {
  const used = `今日までに${formatVolume(usedBytes, 'used')}を利用`
  const band = `月末の見込みは${formatVolume(lowBytes, 'used')}から${formatVolume(highBytes, 'used')}`
  const usable =
    usableBytes === undefined ? '' : `、使える量は${formatVolume(usableBytes, 'residual')}`
  return `${used}、${band}${usable}です。`
}
