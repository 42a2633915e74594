import { bucketLabels } from '#vocabulary/data.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime, formatDay, formatMonth, formatTime, formatVolume } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'
import { Table, type Column } from '#ui/table.tsx'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { monthsBefore } from '#portal/mypage/shared/months.ts'
import type { Part } from '#portal/mypage/shared/part.ts'
import type { Ledger } from '#portal/mypage/shared/wire.ts'
import { addressOf, type Asked } from './address.ts'

type Entry = Ledger['rows'][number]

const MONTHS_OFFERED = 13

type RecordsViewProps = { readonly records: Part<Ledger>; readonly asked: Asked }

/** Every grant and every use, with the bucket that received or paid, and what was left after it. */
export function RecordsView({ records, asked }: RecordsViewProps) {
  if (!records.ok) return <FailedNotice title="記録を表示できません" failed={records.failed} />
  const { rows, nextCursor, leavesOutUsers, asOf } = records.value
  return (
    <section id="records" className="section" aria-label="記録">
      <MonthChoice asked={asked} asOf={asOf} />
      {rows.length === 0 ? (
        <EmptyState title="この期間の記録はありません">
          データの付与・利用・チャージがあると、1件ずつここに表示します。
        </EmptyState>
      ) : (
        <Table
          caption="高速データの付与と利用"
          captionHidden
          lean
          columns={columns}
          rows={rows}
          rowKey={({ entryId }) => entryId}
        />
      )}
      {leavesOutUsers ? (
        <p className="small muted">
          使う人がいる回線の1件ごとの利用は、通信の秘密を守るため、ここには表示しません。量は「データ利用量」でご覧いただけます。
        </p>
      ) : null}
      <p className="small muted">{formatDateTime(asOf)} 現在</p>
      <nav className="records__pages" aria-label="記録のページ送り">
        {asked.cursor === undefined ? null : (
          <a href={addressOf({ ...asked, cursor: undefined })}>最新の記録に戻る</a>
        )}
        {nextCursor === undefined ? null : (
          <a href={addressOf({ ...asked, cursor: nextCursor })} rel="next">
            これより前の記録を見る
          </a>
        )}
      </nav>
    </section>
  )
}

/** A month is chosen above, and the records of a phone's screen are of a few days: the year would only be in the way. */
const momentWords = (at: string) => `${formatDay(at)}${formatTime(at)}`

const columns: readonly Column<Entry>[] = [
  ['日時', ({ at }) => momentWords(at), { rowHeader: true }],
  ['内容', (entry) => <What entry={entry} />],
  ['増減', changeWords, { numeric: true }],
  ['残り', ({ balanceBytes }) => formatVolume(balanceBytes, 'residual'), { numeric: true }],
]

function What({ entry }: { readonly entry: Entry }) {
  return (
    <>
      {entry.label}
      {entry.line === undefined ? '' : `（${nameOfLine(entry.line)}）`}・
      {bucketLabels[entry.bucketKind]} {entry.provisional ? '（暫定値）' : ''}
    </>
  )
}

/** `＋3 GB`, `−86 MB` */
function changeWords({ bytes, kind }: Entry): string {
  if (bytes < 0) return `−${formatVolume(-bytes, 'used')}`
  if (kind === 'adjust') return `＋${formatVolume(bytes, 'used')}`
  return `＋${formatVolume(bytes, kind === 'grant' ? 'quota' : 'residual')}`
}

function MonthChoice({ asked, asOf }: { readonly asked: Asked; readonly asOf: string }) {
  return (
    <form method="get" className="filter-form">
      <input type="hidden" name="view" value="records" />
      {asked.lineId === undefined ? null : <input type="hidden" name="line" value={asked.lineId} />}
      <Select
        name="month"
        label="月を選ぶ"
        defaultValue={asked.month ?? ''}
        options={[
          { value: '', label: 'すべての月' },
          ...monthsBefore(asOf.slice(0, 7), MONTHS_OFFERED).map((month) => ({
            value: month,
            label: formatMonth(month),
          })),
        ]}
      />
      <Button>表示する</Button>
    </form>
  )
}
