import type { Result } from '#protocol/endpoint.ts'
import type { outageApi } from '#protocol/outage.ts'
import { outageBoardPage } from '#vocabulary/site-pages.ts'
import { formatDateTime } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'

type Concerning = Result<typeof outageApi.outageConcerningGet>['incidents']

/** What lasts or comes soon and concerns the member's lines; nothing while there is nothing. */
export function OutageNotices({ outages }: { readonly outages: Concerning }) {
  return outages.map((outage) =>
    outage.state === 'ongoing' ? (
      <Lasting key={outage.incidentId} outage={outage} />
    ) : (
      <Coming key={outage.incidentId} outage={outage} />
    ),
  )
}

type OneOutage = { readonly outage: Concerning[number] }

function Lasting({ outage: { incidentId, title, from, services, updates } }: OneOutage) {
  return (
    <Notice tone="danger" title={title}>
      <p>
        {updates[0]?.message}
        <br />
        <span className="small">
          {services.map(({ name }) => name).join('、')}・{formatDateTime(from)}から
        </span>
      </p>
      <p>
        <a href={outageBoardPage(incidentId)}>経過と見込みを見る</a>
      </p>
    </Notice>
  )
}

/** Days ahead it is one line: the answers of the page stay in sight. */
function Coming({ outage: { incidentId, title, from } }: OneOutage) {
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
