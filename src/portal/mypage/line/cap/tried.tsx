import { toneOf } from '#portal/mypage/shared/line-words.ts'
import type { LineCap, TriedCap } from '#portal/mypage/shared/wire.ts'
import { CapChart } from '#ui/cap-chart.tsx'
import { PersonPatterns } from '#ui/person-bar.tsx'
import { formatDay, formatTime, formatVolume, splitVolume } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'

type TriedProps = {
  readonly tried: TriedCap
  readonly known: LineCap
  /** The cap a day that was tried, which every bar can be held against. */
  readonly dayBytes: number | undefined
  /** It is the cap that is set already. */
  readonly isSet: boolean
}

/** What the cap would have done on the last 30 days, day by day: before and after, the bars, and one verdict. */
export function Tried({ tried, known, dayBytes, isSet }: TriedProps) {
  const { days, usedBytes, withinBytes, daysSlow } = tried
  return (
    <>
      <section className="card cap-tried" aria-labelledby="tried-title">
        <h2 id="tried-title">この30日で試すと</h2>
        <p className="cap-tried__sums">
          <span>
            じっさい <Figure bytes={usedBytes} />
          </span>
          <span aria-hidden="true">→</span>
          <span className="cap-tried__with">
            上限があったら <Figure bytes={withinBytes} />
          </span>
        </p>
        <PersonPatterns />
        <CapChart
          caption={`この30日の日ごとの利用。${sentenceOf(tried)}`}
          days={days.map((day) => ({ ...day, label: formatDay(day.date), axis: axisOf(day.date) }))}
          tone={toneOf(known.line)}
          capBytes={dayBytes}
        />
        <p>
          <strong>{sentenceOf(tried)}</strong>
        </p>
        {daysSlow === 0 ? null : (
          <p className="small muted">点線の枠が、低速になっていた分です。{earliestWords(tried)}</p>
        )}
        <p className="small muted">
          利用量は1時間ごとにまとまって届くため、上限を1時間分ほど超えることがあります。回線網の記録が遅れて届いたときは、その分も加わります。低速に切り替わったあとの分は、データ残量から引きません。
        </p>
        <details className="cap-tried__table">
          <summary>表で見る</summary>
          <Days days={days} />
        </details>
      </section>
      <Verdict tried={tried} isSet={isSet} />
    </>
  )
}

function Figure({ bytes }: { readonly bytes: number }) {
  const { value, unit } = splitVolume(bytes, 'used')
  return (
    <b>
      {value}
      <small>{unit}</small>
    </b>
  )
}

function sentenceOf({ daysSlow, usedBytes, withinBytes }: TriedCap): string {
  if (daysSlow === 0) return 'この30日は、上限に届く日がありませんでした。'
  const outside = formatVolume(usedBytes - withinBytes, 'used')
  return `30日のうち${daysSlow}日が低速になり、${outside}が高速の外になります。`
}

/** The reach that came earliest in its day. */
function earliestWords({ days }: TriedCap): string {
  const [first] = days
    .flatMap(({ slowFrom }) => slowFrom ?? [])
    .toSorted((a, b) => a.slice(11).localeCompare(b.slice(11)))
  return first === undefined
    ? ''
    : `いちばん早い日は${formatDay(first.slice(0, 10))}の${formatTime(first)}ごろです。`
}

/** Every seventh day is named. */
const axisOf = (date: string) => {
  const [, month, day] = date.split('-').map(Number)
  return `${month}/${day}`
}

function Verdict({ tried, isSet }: Pick<TriedProps, 'tried' | 'isSet'>) {
  const { leftBytes, leftWithBytes, isReachedNow } = tried
  const left = formatVolume(leftBytes, 'residual')
  const isSame = leftWithBytes === leftBytes
  return (
    <>
      {isReachedNow && !isSet ? (
        <Notice tone="warning" title="保存すると、すぐに低速になります。">
          <p>使った量が、もう上限に届いています。</p>
        </Notice>
      ) : null}
      <Notice
        tone={isSame ? 'info' : 'good'}
        title={
          isSame
            ? `いまの残りは、上限があっても${left}のままです。`
            : `この上限だったら、いまの残りは${formatVolume(leftWithBytes, 'residual')}でした。`
        }
      >
        {isSame ? null : <p>じっさいの残りは{left}です。</p>}
      </Notice>
    </>
  )
}

function Days({ days }: { readonly days: TriedCap['days'] }) {
  return (
    <Table
      caption="日ごとの利用と、上限があったときの利用"
      captionHidden
      columns={[
        ['日', ({ date }) => formatDay(date), { rowHeader: true }],
        ['じっさい', ({ usedBytes }) => formatVolume(usedBytes, 'used'), { numeric: true }],
        [
          '上限があったら',
          ({ withinBytes }) => formatVolume(withinBytes, 'used'),
          { numeric: true },
        ],
      ]}
      rows={days}
      rowKey={({ date }) => date}
    />
  )
}
