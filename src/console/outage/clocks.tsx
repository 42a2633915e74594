import { reportKinds } from '#vocabulary/outage-report.ts'
import { dueBy, formatDue, formatMoment, minutesBetween } from '#console/parts/due.ts'
import { Facts, Nothing, Panel, PanelBody } from '#console/parts/panel.tsx'
import { TimeLeft } from '#console/parts/time-left.tsx'
import type { LoadedOutage } from './load.ts'

type ClocksProps = Pick<LoadedOutage, 'onDesk' | 'asOf' | 'today'>

/** By when what is to be said, and whether it was. */
export function Clocks({ onDesk: { clocks, firstReportedAt }, asOf, today }: ClocksProps) {
  return (
    <Panel title="報告の時計">
      {clocks.length === 0 ? (
        <Nothing>工事・メンテナンスに、報告の期限はありません。</Nothing>
      ) : (
        <PanelBody>
          <Facts
            facts={[
              ...clocks.map(
                ({ report, dueAt, state, metAt }) =>
                  [
                    reportKinds[report],
                    <span key={report}>
                      <TimeLeft
                        due={
                          state === 'met'
                            ? { group: 'done' }
                            : state === 'late' && metAt !== undefined
                              ? {
                                  group: 'overdue',
                                  dueAt,
                                  minutesLeft: minutesBetween(metAt, dueAt),
                                }
                              : dueBy(dueAt, asOf, today)
                        }
                        today={today}
                      />
                      <br />
                      <small className="muted">
                        {formatDue(dueAt, today)}まで
                        {metAt === undefined ? null : `・${formatMoment(metAt)}に済み`}
                      </small>
                    </span>,
                  ] as const,
              ),
              ['最初に報告した日時', firstReportedAt && formatMoment(firstReportedAt)],
            ]}
          />
        </PanelBody>
      )}
    </Panel>
  )
}
