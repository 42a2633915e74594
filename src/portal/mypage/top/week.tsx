import type { Usage } from '#portal/mypage/shared/wire.ts'
import { Card } from '#ui/card.tsx'
import { dayWords } from '#ui/bars-day.ts'
import { formatShortDay } from '#ui/format.ts'
import { pages } from '#vocabulary/pages.ts'
import { Columns } from './columns.tsx'

const DAYS = 7

/** The last seven days by their numbers; nothing where nothing was used. */
export function Week({ usage }: { readonly usage: Usage }) {
  const days = usage.days.slice(-DAYS)
  const most = Math.max(0, ...days.map(totalOf))
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
      <Columns
        columns={days.map((day) => ({
          key: day.date,
          value: totalOf(day),
          figure: figureOf(totalOf(day), isGb),
          label: day.provisional ? '今日' : labelOf(day.date),
          ...(day.provisional && { look: 'open' as const }),
          words: words(day),
        }))}
      />
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
