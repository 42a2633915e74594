import type { Usage } from '#portal/mypage/shared/wire.ts'
import { Card } from '#ui/card.tsx'
import { dayWords } from '#ui/bars-day.ts'
import { formatShortDay, formatVolume } from '#ui/format.ts'
import { pages } from '#vocabulary/pages.ts'
import { Columns } from './columns.tsx'

const DAYS = 7

/** The last seven days by what they took of the data; nothing where nothing was used. */
export function Week({ usage }: { readonly usage: Pick<Usage, 'days'> }) {
  const days = usage.days.slice(-DAYS)
  const most = Math.max(0, ...days.map(({ highSpeedBytes }) => highSpeedBytes))
  const slow = days.reduce((sum, { lowSpeedBytes }) => sum + lowSpeedBytes, 0)
  if (most + slow === 0) return null
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
          value: day.highSpeedBytes,
          figure: figureOf(day.highSpeedBytes, isGb),
          label: day.provisional ? '今日' : labelOf(day.date),
          ...(day.provisional && { look: 'open' as const }),
          words: words(day),
        }))}
      />
      {slow === 0 ? null : (
        <p className="small muted">
          ほかに低速で{formatVolume(slow, 'used')}（データ残量は減りません）
        </p>
      )}
    </Card>
  )
}

type Day = Usage['days'][number]

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
