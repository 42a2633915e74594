import { Link, type LoaderFunctionArgs } from 'react-router'
import { outageKindLabels, outageStateLabels } from '#vocabulary/outage.ts'
import { reportKinds } from '#vocabulary/outage-report.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { consoleOutageApi } from '#protocol/console/outage.ts'
import type { Result } from '#protocol/endpoint.ts'
import { dueBy, formatMoment } from '#console/parts/due.ts'
import { RowKeys } from '#console/parts/row-keys.tsx'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { TimeLeft } from '#console/parts/time-left.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { newOutagePlace, outagePlace } from '#console/shell/places.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { outageTones } from './words.ts'

export const handle = { crumbs: [{ label: '障害・工事' }] }
export const meta = consoleMeta('障害・工事')

export async function loader({ context, url }: LoaderFunctionArgs) {
  const board = await ask(url, callOf(context)(consoleOutageApi.consoleOutagesGet))
  return { ...board, today: pageOf(context).today }
}

type OnDesk = Result<typeof consoleOutageApi.consoleOutagesGet>['outages'][number]

const columnsOn = (asOf: string, today: string): readonly RowColumn<OnDesk>[] => [
  [
    '状態',
    ({ entry: { kind, state } }) => (
      <Badge tone={outageTones[state]}>{outageStateLabels[kind][state]}</Badge>
    ),
  ],
  [
    '件名',
    ({ entry }) => <Link to={outagePlace(entry.incidentId)}>{entry.title}</Link>,
    { isTitle: true },
  ],
  ['種類', ({ entry }) => outageKindLabels[entry.kind], { isQuiet: true }],
  ['開始', ({ entry }) => formatMoment(entry.from)],
  [
    '次の報告の期限',
    ({ clocks }) => {
      const next = clocks.find(({ state }) => state === 'open')
      if (next === undefined) return '–'
      return (
        <>
          <TimeLeft due={dueBy(next.dueAt, asOf, today)} today={today} /> {reportKinds[next.report]}
        </>
      )
    },
    { onPhone: 'whole' },
  ],
  ['更新', ({ entry }) => formatMoment(entry.updatedAt), { isQuiet: true, onPhone: 'hidden' }],
]

type OutageListProps = { readonly loaderData: Awaited<ReturnType<typeof loader>> }

/** What stands on the board, with what is to be reported next of each. */
export default function OutageList({ loaderData: { outages, asOf, today } }: OutageListProps) {
  return (
    <>
      <div className="page-head">
        <h1>障害・工事</h1>
        <p>会員の「サービスの稼働状況」に出ているものです。</p>
        <ButtonLink href={newOutagePlace}>障害・工事を掲載する</ButtonLink>
      </div>
      <section className="panel" aria-label="一覧">
        {outages.length === 0 ? (
          <div className="empty">
            <h2>掲載しているものはありません</h2>
            <p>障害や工事を掲載すると、ここに出ます。</p>
          </div>
        ) : (
          <>
            <Rows
              caption="障害・工事の一覧"
              columns={columnsOn(asOf, today)}
              rows={outages}
              rowKey={({ entry }) => entry.incidentId}
            />
            <RowKeys />
          </>
        )}
      </section>
    </>
  )
}
