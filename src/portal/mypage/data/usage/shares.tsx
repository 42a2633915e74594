import { percentAcross } from '#ui/bars-scale.ts'
import { formatVolume } from '#ui/format.ts'
import { Table, type Column } from '#ui/table.tsx'
import { hrefOfLine, nameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { LineGroup } from '#portal/mypage/shared/wire.ts'

type Share = LineGroup['lines'][number]

const columns: readonly Column<Share>[] = [
  [
    '回線',
    ({ line }) =>
      line.status === 'ended' ? (
        `${nameOfLine(line)}（${line.statusLabel}）`
      ) : (
        <a href={hrefOfLine(line.lineId)}>{nameOfLine(line)}</a>
      ),
    { rowHeader: true },
  ],
  ['今月', ({ usedThisMonthBytes }) => formatVolume(usedThisMonthBytes, 'used'), { numeric: true }],
  ['今日', ({ usedTodayBytes }) => formatVolume(usedTodayBytes, 'used'), { numeric: true }],
  ['割合', ({ sharePerMille }) => <ShareBar perMille={sharePerMille} />, { numeric: true }],
]

/** Who of the group has used how much of this month. */
export function Shares({ group }: { readonly group: LineGroup }) {
  return (
    <Table
      caption="今月の利用の内訳（回線ごと）"
      stack
      columns={columns}
      rows={group.lines}
      rowKey={({ line }) => line.lineId}
    />
  )
}

function ShareBar({ perMille }: { readonly perMille: number }) {
  return (
    <span className="share">
      <svg className="share__bar" aria-hidden="true">
        <rect className="meter__track" width="100%" height="10" rx="5" />
        {perMille === 0 ? null : (
          <rect className="meter__fill" width={percentAcross(perMille / 1000)} height="10" rx="5" />
        )}
      </svg>
      {(perMille / 10).toFixed(1)}％
    </span>
  )
}
