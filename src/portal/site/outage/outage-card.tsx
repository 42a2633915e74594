import type { OutageOnBoard } from '#protocol/outage.ts'
import {
  emergencyCallLabels,
  otherWayLabels,
  outageKindLabels,
  outageSeverityLabels,
  outageStateLabels,
  type OutageState,
} from '#vocabulary/outage.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatDateTime } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'

const tones: Readonly<Record<OutageState, 'neutral' | 'good' | 'warning' | 'danger'>> = {
  ongoing: 'danger',
  planned: 'warning',
  resolved: 'good',
  cancelled: 'neutral',
}

type OneOutage = { readonly outage: OutageOnBoard }

/** One outage with all that was said about it, the newest first. */
export function OutageCard({ outage }: OneOutage) {
  const { incidentId, title } = outage
  return (
    <article className="card outage" id={incidentId} aria-labelledby={`${incidentId}-title`}>
      <Standing outage={outage} />
      <h3 id={`${incidentId}-title`}>{title}</h3>
      <Facts outage={outage} />
    </article>
  )
}

/** What is over: its title and day, the rest on a press or for whom an address leads to it. */
export function OutageFold({ outage }: OneOutage) {
  const { incidentId, title, from, to } = outage
  return (
    <Accordion
      title={
        <>
          <h3>{title}</h3>
          <small className="muted">{formatDateTime(to ?? from)}</small>
        </>
      }
    >
      <article className="outage" id={incidentId} aria-label={title}>
        <Standing outage={outage} />
        <Facts outage={outage} />
      </article>
    </Accordion>
  )
}

const Standing = ({ outage: { kind, state } }: OneOutage) => (
  <p className="small">
    <Badge tone={tones[state]}>{outageStateLabels[kind][state]}</Badge> {outageKindLabels[kind]}
  </p>
)

function Facts({ outage }: OneOutage) {
  const { severity, services, areas, updates } = outage
  return (
    <>
      <SummaryList
        entries={[
          ['対象', services.map(({ name }) => name).join('、')],
          ['地域', areas.length === 0 ? '全国' : areas.join('、')],
          ['影響', outageSeverityLabels[severity]],
          ['開始', formatDateTime(outage.from)],
          [endTerm(outage), endOf(outage)],
          ['110・118・119への通報', emergencyOf(outage)],
          ['ほかに使えるもの', otherWaysOf(outage)],
        ]}
      />
      {updates.length === 0 ? null : (
        <ol className="outage__updates" role="list" aria-label="経過（新しい順）">
          {updates.map(({ at, message }) => (
            <li key={at}>
              <time dateTime={at} className="small muted">
                {formatDateTime(at)}
              </time>
              <p>{message}</p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function emergencyOf({ emergencyCalls: { state, since }, state: outage }: OutageOnBoard) {
  if (outage === 'cancelled') return undefined
  const words = emergencyCallLabels[state]
  return since === undefined ? words : `${words}（${formatDateTime(since)}から）`
}

/** What is over wants nothing else. */
function otherWaysOf({ otherWays, state }: OutageOnBoard): string | undefined {
  if (otherWays.length === 0 || state === 'resolved' || state === 'cancelled') return undefined
  return otherWays.map((way) => otherWayLabels[way]).join('、')
}

function endTerm({ state, kind, to }: OutageOnBoard): string {
  if (to === undefined) return '復旧の見込み'
  if (kind === 'outage') return '復旧'
  return state === 'resolved' ? '終了' : '終了の予定'
}

function endOf({ to, expectedEnd, state }: OutageOnBoard): string | undefined {
  if (state === 'cancelled') return undefined
  if (to !== undefined) return formatDateTime(to)
  return expectedEnd === undefined ? '分かりしだい、お知らせします' : formatDateTime(expectedEnd)
}
