import { pages } from '#vocabulary/pages.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { KeyFigures } from '#portal/mypage/flow/key-figures.tsx'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { Button, ButtonLink, ButtonRow } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime, formatDuration, formatMonth, formatTenthsYen } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout.tsx'
import { Select } from '#ui/select.tsx'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { LineChoice } from '#portal/mypage/shared/line-choice.tsx'
import { monthsBefore } from '#portal/mypage/shared/months.ts'
import type { CallLog } from '#portal/mypage/shared/wire.ts'
import { CallTable } from './call-table.tsx'
import { loadCalls } from './load.ts'
import type { Route } from './+types/call.ts'

const title = '通話・SMSの明細'
const MONTHS_OFFERED = 13

export function loader({ context, url }: Route.LoaderArgs) {
  return loadCalls(callOf(context), url)
}

export const meta = mypageMeta(title)

export default function Calls({ loaderData }: Route.ComponentProps) {
  const { names, lineId, month, today, log } = loaderData
  const months = monthsBefore(today.slice(0, 7), MONTHS_OFFERED)
  return (
    <Frame title={title}>
      <LineChoice
        lines={names}
        lineId={lineId}
        hrefOf={(chosen) => addressOf({ line: chosen, month })}
      />
      <form method="get" className="filter-form">
        {lineId === undefined ? null : <input type="hidden" name="line" value={lineId} />}
        <Select
          name="month"
          label="月を選ぶ"
          defaultValue={month}
          options={months.map((one) => ({ value: one, label: formatMonth(one) }))}
        />
        <Button>表示する</Button>
      </form>
      {log === undefined ? (
        <EmptyState title="明細のある回線がありません">
          回線が開通すると、通話とSMSの料金を1件ずつここに表示します。
        </EmptyState>
      ) : null}
      {log?.ok === false ? <FailedNotice title="明細を表示できません" failed={log.failed} /> : null}
      {log?.ok ? <Log {...loaderData} log={log.value} /> : null}
    </Frame>
  )
}

type LogProps = {
  readonly log: CallLog
  readonly month: string
  readonly lineId: string | undefined
  readonly cursor: string | undefined
  readonly unmasked: boolean
  readonly period: { readonly from: string; readonly to: string }
}

function Log({ log, month, lineId, cursor, unmasked, period }: LogProps) {
  const unmask = unmasked ? '1' : ''
  const file = new URLSearchParams({ line: lineId ?? '', ...period, unmasked: unmask }).toString()
  return (
    <Section id="log" title={`${formatMonth(month)}の明細`}>
      <KeyFigures
        label="合計"
        what={`${formatDateTime(log.asOf)} 現在`}
        figures={[
          ['料金の合計', <Total key="value">{formatTenthsYen(log.totalAmountTenthsYen)}</Total>],
          ['通話時間の合計', <Total key="value">{formatDuration(log.totalDurationSeconds)}</Total>],
        ]}
      />
      {log.rows.length === 0 ? (
        <EmptyState title="この月の通話とSMSはありません">
          ご利用があると、日時・時間・料金とその計算をここに表示します。
        </EmptyState>
      ) : (
        <CallTable rows={log.rows} />
      )}
      {log.rows.length === 0 ? null : (
        <p className="small">
          {unmasked
            ? '相手先の番号をすべて表示しています。'
            : '相手先の番号は、末尾を伏せて表示しています。'}{' '}
          <a href={addressOf({ line: lineId, month, unmasked: unmasked ? '' : '1' })}>
            {unmasked ? '番号の末尾を伏せる' : '番号をすべて表示する'}
          </a>
        </p>
      )}
      <nav className="records__pages" aria-label="明細のページ送り">
        {cursor === undefined ? null : (
          <a href={addressOf({ line: lineId, month, unmasked: unmask })}>最初に戻る</a>
        )}
        {log.nextCursor === undefined ? null : (
          <a
            href={addressOf({ line: lineId, month, unmasked: unmask, cursor: log.nextCursor })}
            rel="next"
          >
            続きを見る
          </a>
        )}
      </nav>
      <ButtonRow>
        <ButtonLink href={`${pages.callCsv}?${file}`}>
          <Icon name="download" /> この月の明細をCSVで保存する
        </ButtonLink>
        <ButtonLink href={`${pages.callPdf}?${file}`}>
          <Icon name="download" /> PDFで保存する
        </ButtonLink>
      </ButtonRow>
    </Section>
  )
}

const Total = ({ children }: { readonly children: string }) => (
  <span className="key-figures__day">{children}</span>
)

function addressOf(asked: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value) search.set(name, value)
  return `${pages.call}?${search}`
}
