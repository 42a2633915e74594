import type { Usage } from '#portal/mypage/shared/wire.ts'
import { Card } from '#ui/card.tsx'
import { dayWords } from '#ui/bars-day.ts'
import { barOf, percentAcross, slotOf } from '#ui/bars-scale.ts'
import { formatShortDay } from '#ui/format.ts'
import { pages } from '#vocabulary/pages.ts'

const DAYS = 7
const heightPx = 96
const labelPx = 18

/** The last seven days by their numbers; nothing where nothing was used. */
export function Week({ usage }: { readonly usage: Usage }) {
  const days = usage.days.slice(-DAYS)
  const most = Math.max(...days.map(totalOf))
  if (most === 0) return null
  const isGb = most >= 1_000_000_000
  return (
    <Card>
      <div className="section__head">
        <h2>この7日の利用</h2>
        <p className="small muted">
          {isGb ? 'GB' : 'MB'}・<a href={pages.usage}>詳しく</a>
        </p>
      </div>
      <svg className="week" role="img" aria-label={days.map(words).join('、')}>
        {days.map((day, index) => {
          const height = Math.max(2, Math.round((totalOf(day) / most) * heightPx))
          const { middle } = slotOf(index, DAYS)
          return (
            <g key={day.date}>
              <rect
                className={day.provisional ? 'week__bar week__bar--today' : 'week__bar'}
                {...barOf(index, DAYS)}
                y={labelPx + heightPx - height}
                height={height}
                rx="4"
              />
              <text x={middle} y={labelPx + heightPx - height - 6} textAnchor="middle">
                {figureOf(totalOf(day), isGb)}
              </text>
              <text x={middle} y={labelPx + heightPx + 18} textAnchor="middle">
                {day.provisional ? '今日' : labelOf(day.date)}
              </text>
            </g>
          )
        })}
        <line
          className="week__base"
          x2={percentAcross(1)}
          y1={labelPx + heightPx + 0.5}
          y2={labelPx + heightPx + 0.5}
        />
      </svg>
    </Card>
  )
}

type Day = Usage['days'][number]

const totalOf = ({ highSpeedBytes, lowSpeedBytes }: Day) => highSpeedBytes + lowSpeedBytes

const words = ({ date, highSpeedBytes, lowSpeedBytes, provisional }: Day) =>
  dayWords({ date, highBytes: highSpeedBytes, lowBytes: lowSpeedBytes, provisional })

function figureOf(bytes: number, isGb: boolean): string {
  return isGb
    ? (Math.ceil(bytes / 100_000_000) / 10).toFixed(1)
    : String(Math.ceil(bytes / 1_000_000))
}

/** `16 月` */
function labelOf(date: string): string {
  const [, day = '', weekday = ''] = /\/(\d+)（(.)）/.exec(formatShortDay(date)) ?? []
  return `${day} ${weekday}`
}
