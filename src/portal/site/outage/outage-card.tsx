import type { OutageOnBoard } from '#protocol/outage.ts'
import {
  outageKindLabels,
  outageSeverityLabels,
  outageStateLabels,
  type OutageState,
} from '#vocabulary/outage.ts'
import { Badge } from '#ui/badge.tsx'
import { formatDateTime } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'

const tones: Readonly<Record<OutageState, 'neutral' | 'good' | 'warning' | 'danger'>> = {
  ongoing: 'danger',
  planned: 'warning',
  resolved: 'good',
  cancelled: 'neutral',
}

/** One outage with all that was said about it, the newest first. */
export function OutageCard({ outage }: { readonly outage: OutageOnBoard }) {
  const { incidentId, kind, state, severity, title, services, areas, updates } = outage
  return (
    <article className="card outage" id={incidentId} aria-labelledby={`${incidentId}-title`}>
      <p className="small">
        <Badge tone={tones[state]}>{outageStateLabels[kind][state]}</Badge> {outageKindLabels[kind]}
      </p>
      <h3 id={`${incidentId}-title`}>{title}</h3>
      <SummaryList
        entries={[
          { term: '対象', value: services.map(({ name }) => name).join('、') },
          { term: '地域', value: areas.length === 0 ? '全国' : areas.join('、') },
          { term: '影響', value: outageSeverityLabels[severity] },
          { term: '開始', value: formatDateTime(outage.from) },
          { term: endTerm(outage), value: endOf(outage) },
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
    </article>
  )
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
