import type { Result } from '#protocol/endpoint.ts'
import type { outageApi } from '#protocol/outage.ts'
import { outageBoardPage } from '#vocabulary/site-pages.ts'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'

type Concerning = Result<typeof outageApi.outageConcerningGet>['incidents']

/** What lasts or comes soon and concerns the member's lines; nothing while there is nothing. */
export function OutageNotices({ outages }: { readonly outages: Concerning }) {
  return outages.map(({ incidentId, title, state, from, services, updates }) => {
    const isOngoing = state === 'ongoing'
    return (
      <Notice key={incidentId} tone={isOngoing ? 'danger' : 'info'} title={title}>
        <p>
          {updates[0]?.message}
          <br />
          <span className="small">
            {services.map(({ name }) => name).join('、')}・{formatDateTime(from)}
            {isOngoing ? 'から' : 'からの予定'}
          </span>
        </p>
        <p>
          <a href={outageBoardPage(incidentId)}>経過と見込みを見る</a>
        </p>
      </Notice>
    )
  })
}
