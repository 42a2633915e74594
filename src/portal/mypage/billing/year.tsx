import { pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import {
  billYear,
  notPaid,
  sumOf,
  yearsOf,
  type BillYear,
  type YearBill,
} from '#portal/mypage/shared/bill-year.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { billingApi } from '#protocol/billing.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import {
  formatDay,
  formatMonth,
  formatPoints,
  formatThousandthsYen,
  formatYen,
} from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { Table, type Column } from '#ui/table.tsx'
import type { Route } from './+types/year.ts'

const TITLE = '1年の料金のまとめ'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { bills } = await ask(url, callOf(context)(billingApi.billingStatusGet, { query: {} }))
  const years = yearsOf(bills)
  const asked = url.searchParams.get('year') ?? ''
  const year = years.find((one) => one === asked) ?? years[0]
  return { years, year, bills }
}

export const meta = mypageMeta(TITLE)

export default function Year({ loaderData: { years, year, bills } }: Route.ComponentProps) {
  return (
    <Frame title={TITLE} way={[pages.billing]}>
      <p>
        お支払いの日で1年ごとにまとめています。家計簿には、CSVを保存して取り込めます。これまでの24か月分をご覧いただけます。
      </p>
      {year === undefined ? (
        <EmptyState title="まだお支払いはありません">
          最初のお支払いが済むと、お支払いの日ごとにここへ並びます。
        </EmptyState>
      ) : (
        <>
          <nav className="bill-years" aria-label="年">
            {years.map((one) => (
              <a
                key={one}
                href={withQuery(pages.billingYear, { year: one })}
                aria-current={one === year ? 'page' : undefined}
              >
                {one}年
              </a>
            ))}
          </nav>
          <OneYear of={billYear(bills, year)} />
        </>
      )}
      <NotPaid bills={notPaid(bills)} />
    </Frame>
  )
}

function NotPaid({ bills }: { readonly bills: ReturnType<typeof notPaid> }) {
  if (bills.length === 0) return null
  const each = bills.map(
    ({ month, totalYen, stateLabel }) =>
      `${formatMonth(month)}分 ${formatYen(totalYen)} ${stateLabel}`,
  )
  return (
    <p className="small">まだお支払いになっていない請求は含めていません：{each.join('、')}。</p>
  )
}

function OneYear({ of: { year, rows, titles } }: { readonly of: BillYear }) {
  const pointsYen = sumOf(rows, ({ bill }) => bill.pointsSpentYen ?? 0)
  return (
    <>
      <Section id="kinds" title={`${year}年にお支払いになった料金`}>
        <Card>
          <SummaryList
            entries={[
              ...titles.map(
                (title) =>
                  [
                    title,
                    formatThousandthsYen(sumOf(rows, ({ groups }) => groups.get(title) ?? 0)),
                  ] as const,
              ),
              ['1円未満の切り捨て', formatThousandthsYen(sumOf(rows, ({ cut }) => cut))],
              [
                '合計',
                `${formatYen(sumOf(rows, ({ bill }) => bill.totalYen))}（うち消費税 ${formatYen(sumOf(rows, ({ taxYen }) => taxYen))}）`,
              ],
              ['うちポイントでのお支払い', pointsYen === 0 ? undefined : formatPoints(pointsYen)],
            ]}
          />
        </Card>
        <ButtonLinkRow href={withQuery(pages.billingYearCsv, { year })}>
          <Icon name="download" /> {year}年のCSVを保存する
        </ButtonLinkRow>
      </Section>
      <Section id="days" title="お支払いの日ごと">
        <Table<YearBill>
          caption={`${year}年のお支払い`}
          captionHidden
          lean
          rows={rows}
          rowKey={({ bill }) => bill.month}
          columns={columns}
          total={[
            '合計',
            formatYen(sumOf(rows, ({ bill }) => bill.totalYen)),
            formatYen(sumOf(rows, ({ taxYen }) => taxYen)),
            '',
          ]}
        />
      </Section>
    </>
  )
}

const columns: readonly Column<YearBill>[] = [
  ['お支払い日', (row) => formatDay(row.paidOn), { rowHeader: true }],
  ['金額', ({ bill }) => formatYen(bill.totalYen), { numeric: true }],
  ['うち消費税', ({ taxYen }) => formatYen(taxYen), { numeric: true }],
  [
    'ご利用の月',
    ({ bill }) => (
      <a href={bill.path}>
        {formatMonth(bill.month)}分（{bill.stateLabel}）
      </a>
    ),
  ],
]
