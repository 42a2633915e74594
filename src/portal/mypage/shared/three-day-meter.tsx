import { formatDay, formatVolume } from '#ui/format.ts'
import { percentAcross } from '#ui/bars-scale.ts'
import type { HighSpeedLine } from './wire.ts'

type Metered = Pick<HighSpeedLine, 'on' | 'speed' | 'threeDay'>

type ThreeDayMeterProps = {
  readonly line: Metered
  /** The heading above has said what is counted. */
  readonly isTitled?: boolean
}

/** The low-speed volume of the three days before today against its limit: when it slows further, when it lifts. */
export function ThreeDayMeter({ line, isTitled = false }: ThreeDayMeterProps) {
  const { sumBytes, limitBytes, days, state } = line.threeDay
  const share = Math.min(1, sumBytes / limitBytes)
  return (
    <div className={state === 'normal' && share < 1 ? undefined : 'meter--low'}>
      <div className="meter__head">
        <span className={isTitled ? 'visually-hidden' : 'meter__name'}>低速での3日間の利用量</span>
        <span className={isTitled ? 'meter__figure' : undefined}>
          {formatVolume(sumBytes, 'used')}
          <span className="meter__of"> ／ {formatVolume(limitBytes, 'quota')}</span>
        </span>
      </div>
      <svg className="meter__bar" aria-hidden="true">
        <rect className="meter__track" x="0.5" y="0.5" width="99.8%" height="9" rx="4.5" />
        {share === 0 ? null : (
          <rect className="meter__fill" width={percentAcross(share)} height="10" rx="5" />
        )}
      </svg>
      <p className={state === 'normal' ? 'meter__note' : 'three-day__warning'}>{wordsOf(line)}</p>
      <p className="meter__note">
        {days
          .map(
            ({ date, lowSpeedBytes }) =>
              `${formatDay(date)} ${formatVolume(lowSpeedBytes, 'used')}`,
          )
          .join('、')}
        （今日の分は含みません）
      </p>
    </div>
  )
}

function wordsOf({ on, speed, threeDay }: Metered): string {
  const { sumBytes, limitBytes, state, liftsOn } = threeDay
  if (speed === 'stopped') return '通信を止めているあいだは、速度への影響はありません。'
  const percent = Math.floor((sumBytes / limitBytes) * 100)
  if (state === 'normal' && sumBytes > limitBytes)
    return '上限を超えていますが、高速で通信しているため速度は下がりません。オフにするか残りがなくなると、さらに低速になります。'
  if (state === 'normal') return `上限の${percent}％です。速度への影響はありません。`
  if (state === 'nearLimit')
    return `上限に近づいています（前日までの3日間で${percent}％。今日の分は含みません）。今日までの3日間で上限を超えると、明日からさらに低速になります。`
  const lifts = liftsOn === undefined ? '' : `このままなら${formatDay(liftsOn)}に自動で戻ります。`
  const atOnce = on
    ? 'チャージすると、すぐに高速に戻ります。'
    : '高速データ通信をオンにすると、データが残っていればすぐに高速に戻ります。'
  return `上限を超えたため、速度をさらに下げています。${lifts}${atOnce}`
}
