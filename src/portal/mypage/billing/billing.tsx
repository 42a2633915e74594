import type { StoredBills } from '#portal/stored/figures.ts'
import { useStored } from '#portal/stored/use-stored.ts'
import { entryTo } from '#portal/mypage/entrances.ts'
import { useIsContractOver } from '#portal/mypage/shared/use-is-offered.ts'
import type { ComponentProps } from 'react'
import { billPage, pages } from '#vocabulary/pages.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { Amount } from '#ui/amount.tsx'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card, LinkCard, LinkList } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatMonth, formatYen } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'
import { BillBadge } from '#portal/mypage/shared/bill-badge.tsx'
import { DueBill } from '#portal/mypage/shared/due-bill.tsx'
import { dueWords } from '#portal/mypage/shared/due-words.ts'
import { FirstBillWords } from '#portal/mypage/shared/first-bill.tsx'
import { useAdviceLink } from '#portal/mypage/shared/use-advice-link.ts'
import { BillChart } from './bill-chart.tsx'
import { EARLIER_TITLE, EarlierContracts, periodOf } from './earlier.tsx'
import { loadBilling, type BilledMonth, type NextBill, type Unpaid } from './load.ts'
import type { Route } from './+types/billing.ts'

const TITLE = '料金・請求'

export function loader({ context, url }: Route.LoaderArgs) {
  return loadBilling(callOf(context), url)
}

export const meta = mypageMeta(TITLE)

export default function Billing({ loaderData }: Route.ComponentProps) {
  useStored('bills', storedBills(loaderData))
  return loaderData.page === 'own' ? <Own {...loaderData} /> : <Earlier {...loaderData} />
}

/** Earlier contracts' bills are not looked for on a train. */
function storedBills(loaded: Loaded): StoredBills | undefined {
  if (loaded.page !== 'own') return undefined
  const { months, unpaid } = loaded
  return {
    owedYen: unpaid.totalYen,
    months: months.map(({ month, totalYen, stateLabel }) => ({
      month,
      totalYen,
      state: stateLabel,
    })),
  }
}

type Loaded = Route.ComponentProps['loaderData']

/** Of a contract before this one: to be looked at, nothing is left to be done with it here. */
function Earlier({ months, of }: Extract<Loaded, { page: 'earlier' }>) {
  return (
    <Frame title={EARLIER_TITLE} way={[pages.billing]}>
      {of === undefined ? null : <p>{periodOf(of)}のご契約の請求です。</p>}
      <Bills months={months} />
    </Frame>
  )
}

function Bills({ months }: { readonly months: readonly BilledMonth[] }) {
  return (
    <Section id="bills" title="これまでの請求">
      {months.length === 0 ? (
        <EmptyState title="まだ請求はありません">
          最初の請求は、ご利用を始めた月の翌月1日に確定し、ここに並びます。
        </EmptyState>
      ) : (
        <>
          <BillChart months={months} />
          <BillTable months={months} />
        </>
      )}
    </Section>
  )
}

function Own(loaded: Extract<Loaded, { page: 'own' }>) {
  const { months, earlier, next, unpaid, opening, firstBills } = loaded
  const adviceLink = useAdviceLink()
  const isOver = useIsContractOver()
  return (
    <Frame title={TITLE}>
      {unpaid.bills.length === 0 ? null : <Owed unpaid={unpaid} />}
      <DueBill next={next} />
      {opening === undefined ? null : <FirstBill contract={opening} bills={firstBills} />}
      {next.soFar.charges.length === 0 ? null : <ThisMonth next={next} />}
      <Bills months={months} />
      <EarlierContracts earlier={earlier} />
      <Section id="more" title="詳しく見る">
        <LinkList
          entries={[
            { href: pages.card, label: 'お支払い方法', hint: 'ご登録のカードの確認と変更' },
            ...(isOver
              ? []
              : [entryTo(pages.spending, '使いすぎを防ぐ月の上限と、足りないときの自動チャージ')]),
            entryTo(pages.call, '1件ごとの料金とその理由'),
            {
              href: pages.invoices,
              label: '適格請求書',
              hint: '請求ごとに発行、PDFの保存と再発行',
            },
            ...adviceLink,
            {
              href: pages.billingYear,
              label: '1年の料金のまとめ',
              hint: '家計簿に使えるCSVも保存できます',
            },
            entryTo(pages.contract, '毎月の料金、回線、オプション'),
            { href: '/fee', label: '料金表', hint: 'すべての料金と、いつからの料金か' },
          ]}
        />
      </Section>
    </Frame>
  )
}

function FirstBill(props: ComponentProps<typeof FirstBillWords>) {
  return (
    <Card>
      <h2>最初のご請求</h2>
      <FirstBillWords {...props} />
    </Card>
  )
}

/** What is owed comes first, with the way to pay it: a list of bills alone hides it among the paid ones. */
function Owed({ unpaid: { bills, totalYen } }: { readonly unpaid: Unpaid }) {
  const months = bills.map(({ month }) => `${formatMonth(month)}分`).join('、')
  return (
    <Card className="card owed">
      <h2>お支払いが確認できていない料金</h2>
      <p className="owed__figure">
        <Amount yen={totalYen} tax="none" size="figure" />
      </p>
      <p className="muted">{months}</p>
      <ButtonLinkRow kind="primary" href={pages.pay}>
        内容を確認して支払う
      </ButtonLinkRow>
    </Card>
  )
}

function ThisMonth({ next }: { readonly next: NextBill }) {
  return (
    <LinkCard href={billPage(next.month)}>
      <span className="bill-now">
        <span>
          <small className="muted">{Number(next.month.slice(5))}月分・今日まで</small>
          <strong className="bill-now__yen">{formatYen(next.soFar.totalYen)}</strong>
        </span>
        <span>
          <small className="muted">月末の見込み</small>
          <strong className="bill-now__yen">約{formatYen(next.forecast.expectedYen)}</strong>
        </span>
      </span>
      <span className="small">{dueWords(next.chargeOn, next.soFar.totalYen)}</span>
    </LinkCard>
  )
}

function BillTable({ months }: { readonly months: readonly BilledMonth[] }) {
  return (
    <Table<BilledMonth>
      caption="月ごとの請求"
      captionHidden
      lean
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        ['月', monthLink, { rowHeader: true }],
        ['金額', ({ totalYen }) => formatYen(totalYen), { numeric: true }],
        [
          '前の月との差',
          ({ differenceYen }) => (differenceYen === undefined ? '' : signed(differenceYen)),
          { numeric: true },
        ],
        ['状態', badge],
      ]}
    />
  )
}

const monthLink = ({ path, month }: BilledMonth) => <a href={path}>{formatMonth(month)}分</a>

const badge = (bill: BilledMonth) => <BillBadge bill={bill} />

function signed(yen: number): string {
  if (yen === 0) return '±0円'
  return `${yen > 0 ? '＋' : '−'}${formatYen(Math.abs(yen))}`
}
