import { outageStateLabels } from '#vocabulary/outage.ts'
import { formatMoment } from '#console/parts/due.ts'
import { Nothing, Panel } from '#console/parts/panel.tsx'
import { outageTones } from '#console/outage/words.ts'
import { Badge } from '#ui/badge.tsx'
import type { Today } from './entries.ts'

/** What members read on the outage board now: whoever calls today may call for it. */
export function OnBoard({ outages }: Pick<Today, 'outages'>) {
  return (
    <Panel title="いま全体で起きていること">
      {outages.length === 0 ? (
        <Nothing>掲載している障害・工事はありません。</Nothing>
      ) : (
        <ul className="plain-rows">
          {outages.map(({ incidentId, title, kind, state, from }) => (
            <li key={incidentId}>
              <Badge tone={outageTones[state]}>{outageStateLabels[kind][state]}</Badge> {title}
              <span className="muted"> {formatMoment(from)}から</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
