import type { Dated, StoredTop } from '#portal/stored/figures.ts'
import { FamilyRing } from '#ui/family-ring.tsx'
import { formatTime, formatVolume, formatYen } from '#ui/format.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { PersonPatterns } from '#ui/person-bar.tsx'
import { Ring } from '#ui/ring.tsx'
import { OfflineHead, TimeWords } from './stage-words.tsx'

type TopStageProps = { readonly top: Dated<StoredTop>; readonly nowMs: number }

/** The first view as it was last, on the quiet stage. */
export function TopStage({ top, nowMs }: TopStageProps) {
  const { totalBytes, capacityBytes, groups, state, people } = top.figures
  const word = `${formatTime(top.at)}の残り`
  return (
    <section className="stage stage--quiet mystage offline__stage" aria-labelledby="stored-title">
      <div className="mystage__inner">
        <h2 id="stored-title" className="visually-hidden">
          最後に受け取った高速データの残り
        </h2>
        <div className="mystage__head">
          <OfflineHead />
        </div>
        <div className="mystage__ring">
          <PersonPatterns />
          {people.length > 1 ? (
            <FamilyRing remainingBytes={totalBytes} people={people} state={state} word={word} />
          ) : (
            <Ring buckets={groups} capacityBytes={capacityBytes} state={state} word={word} />
          )}
          <p className="visually-hidden">
            {word} {formatVolume(totalBytes, 'residual')}
          </p>
        </div>
        <div className="mystage__words">
          <TimeWords dated={top} nowMs={nowMs} />
          {state === 'light' || state === 'stopped' || totalBytes === 0 ? null : (
            <p>いまは、これより少ないはずです。</p>
          )}
        </div>
      </div>
    </section>
  )
}

/** What is paid next, and the next dates. */
export function Facts({ top }: { readonly top: Dated<StoredTop> }) {
  const { bill, dates } = top.figures
  if (bill === undefined && dates.length === 0) return null
  return (
    <Card>
      <ul className="offline__facts" role="list">
        {bill === undefined ? null : (
          <li>
            <Icon name="yen" />
            <span>
              {Number(bill.month.slice(5))}月分・{formatTime(top.at)}まで
              <span className="small muted">{bill.due}</span>
            </span>
            <strong>{formatYen(bill.totalYen)}</strong>
          </li>
        )}
        {dates.map(({ title, on }) => (
          <li key={`${title}${on}`}>
            <Icon name="calendar" />
            <span>{title}</span>
            <strong>{on}</strong>
          </li>
        ))}
      </ul>
    </Card>
  )
}
