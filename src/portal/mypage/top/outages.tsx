import type { Outages } from '#portal/mypage/shared/wire.ts'
import { outageBoardPage } from '#vocabulary/site-pages.ts'
import { formatDateTime } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'

/** What is planned for the coming days, a line each: what lasts already is the first thing told (health.ts). */
export function ComingOutages({ outages }: { readonly outages: Outages }) {
  return outages
    .filter(({ state }) => state === 'planned')
    .map((outage) => <Coming key={outage.incidentId} outage={outage} />)
}

function Coming({ outage: { incidentId, title, from } }: { readonly outage: Outages[number] }) {
  return (
    <a className="coming-outage" href={outageBoardPage(incidentId)}>
      <Icon name="calendar" />
      <span>
        <strong>{title}</strong>
        <time dateTime={from}>{formatDateTime(from)}から</time>
      </span>
    </a>
  )
}
