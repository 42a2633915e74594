import { formatDay, formatVolume } from '#ui/format.ts'
import { percentAcross } from '#ui/bars-scale.ts'
import type { ThreeDay } from './wire.ts'

/** The low-speed volume of the three days before today against its limit: when it slows further, when it lifts. */
export function ThreeDayMeter({ meter }: { readonly meter: ThreeDay }) {
  const { sumBytes, limitBytes, days, state } = meter
  const share = Math.min(1, sumBytes / limitBytes)
  return (
    <div className={state === 'normal' && share < 1 ? undefined : 'meter--low'}>
      <div className="meter__head">
        <span className="meter__name">低速での3日間の利用量</span>
        <span>
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
      <p className={state === 'normal' ? 'meter__note' : 'three-day__warning'}>{wordsOf(meter)}</p>
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

function wordsOf({ sumBytes, limitBytes, state, liftsOn }: ThreeDay): string {
  const percent = Math.floor((sumBytes / limitBytes) * 100)
  if (state === 'normal' && sumBytes > limitBytes)
    return '上限を超えていますが、データの残りがあるため速度は下がりません。残りがなくなると、さらに低速になります。'
  if (state === 'normal') return `上限の${percent}％です。速度への影響はありません。`
  if (state === 'nearLimit')
    return `上限の${percent}％に達しました。上限を超えると、低速の速度がさらに下がります。`
  const lifts = liftsOn === undefined ? '' : `このままなら${formatDay(liftsOn)}に自動で戻ります。`
  return `上限を超えたため、速度をさらに下げています。${lifts}チャージすると、すぐに高速に戻ります。`
}
