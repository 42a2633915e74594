import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDate, formatMonth } from '#ui/format.ts'
import { Pagination } from '#ui/pagination.tsx'
import { Table, type Column } from '#ui/table.tsx'
import { pageQuery } from './asked.ts'
import type { Terminal, TerminalsFound } from './search-terminals.ts'
import { marks, sizeNames } from './verdict.ts'

const columns: Column<Terminal>[] = [
  ['機種', (row) => <Name row={row} />, { rowHeader: true }],
  ['SIMの種類', (row) => row.simSizes.map((size) => sizeNames[size]).join('、')],
  ['データ', (row) => <Mark of={row.data} />],
  ['SMS', (row) => <Mark of={row.sms} />],
  ['音声', (row) => <Mark of={row.voice} />],
  ['VoLTE', (row) => <Mark of={row.volte} />],
  ['テザリング', (row) => <Mark of={row.tethering} />],
  ['備考・確認日', (row) => <Note row={row} />],
]

export function FoundTerminals({ found, isBusy }: { found: TerminalsFound; isBusy: boolean }) {
  const { rows, total, page, pages, asked, asOf } = found
  return (
    <div className="flow" id="found" tabIndex={-1} aria-busy={isBusy}>
      <p role="status">
        {formatCount(total)}機種が見つかりました{pages > 1 ? `（${page}／${pages}ページ）` : ''}。
        <span className="small">最終確認日は{formatDate(asOf)}です。</span>
      </p>
      {rows.length === 0 ? (
        <EmptyState
          title="条件に合う端末は見つかりませんでした"
          action={
            <a className="button" href="/doc/terminallist.html#search" data-plain="">
              条件をすべて消す
            </a>
          }
        >
          機種名を短くするか、条件を減らして、もう一度お試しください。一覧にない端末も、ドコモ回線に対応していれば使えることがあります。
        </EmptyState>
      ) : (
        <div className="terminals">
          <Table
            caption="対応端末"
            captionHidden
            columns={columns}
            rows={rows}
            rowKey={(row) => `${row.maker} ${row.name}`}
            stack
          />
        </div>
      )}
      <Pagination
        label="端末の一覧のページ送り"
        page={page}
        pages={pages}
        href={(to) => `/doc/terminallist.html?${pageQuery(asked, to)}#search`}
      />
    </div>
  )
}

/** What does not work stands out among what does. */
function Mark({ of }: { of: keyof typeof marks }) {
  return of === 'yes' ? marks.yes : <strong>{marks[of]}</strong>
}

function Note({ row }: { row: Terminal }) {
  return (
    <div>
      {row.note}
      <span className="small muted terminals__aside">{formatDate(row.checkedOn)}確認</span>
    </div>
  )
}

function Name({ row }: { row: Terminal }) {
  return (
    <>
      {row.name}
      <span className="small muted terminals__aside">
        {row.maker}・{formatMonth(row.releasedOn)}発売
      </span>
    </>
  )
}
