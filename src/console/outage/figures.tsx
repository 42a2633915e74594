import type { consoleOutageApi } from '#protocol/console/outage.ts'
import type { Result } from '#protocol/endpoint.ts'
import { formatDue, formatMinutes } from '#console/parts/due.ts'
import { Facts, Nothing, PanelBody } from '#console/parts/panel.tsx'
import { formatCount } from '#ui/format.ts'

type FiguresProps = {
  readonly figures: Result<typeof consoleOutageApi.consoleOutageReportGet>
  readonly today: string
}

const services = {
  emergencyVoice: '緊急通報を扱う音声',
  otherVoice: 'そのほかの音声',
  data: 'データ通信',
} as const

/** Whom it concerned and for how long, and whether that makes it a serious accident. */
export function Figures({ figures, today }: FiguresProps) {
  const { lines, minutes, lineHours, notified, thresholds } = figures
  return (
    <>
      <PanelBody>
        <Facts
          facts={[
            ['影響した回線', `${formatCount(lines)}回線`],
            ['続いた時間', formatMinutes(minutes)],
            ['回線×時間', formatCount(lineHours)],
            ['知らせた人数', `${formatCount(notified)}人`],
          ]}
        />
      </PanelBody>
      <Thresholds thresholds={thresholds} today={today} />
    </>
  )
}

type ThresholdsProps = Pick<FiguresProps['figures'], 'thresholds'> & Pick<FiguresProps, 'today'>

function Thresholds({ thresholds, today }: ThresholdsProps) {
  if (thresholds.length === 0)
    return <Nothing>影響した回線の数は、重大な事故のどのしきい値にも届いていません。</Nothing>
  return (
    <div className="rows-scroll" role="group" aria-label="重大な事故のしきい値" tabIndex={0}>
      <table className="rows rows--tight">
        <caption className="visually-hidden">重大な事故のしきい値</caption>
        <thead>
          <tr>
            <th scope="col">しきい値</th>
            <th scope="col" className="end">
              回線
            </th>
            <th scope="col">到達</th>
          </tr>
        </thead>
        <tbody>
          {thresholds.map(({ service, hours, fromLines, lines: hit, reachedAt, isReached }) => (
            <tr key={`${service}.${hours}.${fromLines}`}>
              <th scope="row">
                {services[service]}・{hours}時間・{formatCount(fromLines)}回線
              </th>
              <td className="end">{formatCount(hit)}</td>
              <td className={isReached ? 'is-over' : undefined}>
                {isReached ? `到達（${formatDue(reachedAt, today)}）` : 'なし'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
