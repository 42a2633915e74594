import { Amount } from '#ui/amount.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatCount, formatDate, formatDay, formatMonth } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { kindLabels, lineKinds } from '#vocabulary/line.ts'
import { orderPageFor, orderPages } from '#vocabulary/site-pages.ts'
import { queryOf } from './asked.ts'
import { BYTES_PER_GB } from './bytes-per-gb.ts'
import type { Quote, Simulation } from './simulate.ts'

type TotalsProps = { simulation: Simulation; isBusy: boolean }

/** The running answer at the foot of the questions: the total, its parts, and the way to order. */
export function Totals({ simulation, isBusy }: TotalsProps) {
  return (
    <div className="answer">
      <div
        className="answer__sum"
        id="simulation"
        tabIndex={-1}
        role="status"
        aria-busy={isBusy}
        aria-label="計算の結果"
      >
        <Answer {...simulation} />
      </div>
      <ButtonLink kind="primary" href={orderHref(simulation)}>
        申し込みに進む
      </ButtonLink>
    </div>
  )
}

/** What was chosen goes along; what cannot be had is chosen anew there. */
function orderHref({ asked, quote }: Simulation): string {
  if (quote === undefined) return orderPages.begin
  const kind = asked.kinds.slice(0, Number(asked.lines))
  return orderPageFor({ plan: quote.plan, kind, option: asked.options })
}

function Answer({ asked, quote, refused }: Simulation) {
  if (refused) return <Refused {...refused} />
  if (!quote) return <p>質問に答えると、ここに料金を表示します。</p>
  return (
    <>
      <p className="answer__label">毎月の合計（税込）</p>
      <p>
        <Amount yen={quote.monthly.totalYen} size="figure" tax="none" />
      </p>
      <Parts quote={quote} kinds={asked.kinds.slice(0, Number(asked.lines))} />
    </>
  )
}

const ownCharges = /^(plan|share|fee)\./

/** What the total is made of, in two amounts that sum to it. */
function Parts({ quote, kinds }: { quote: Quote; kinds: string[] }) {
  const { charges, totalYen } = quote.monthly
  const common = charges.filter(({ rateKey }) => rateKey?.startsWith('fee.'))
  const commonYen = Math.floor(
    common.reduce((sum, { amountTenthsYen }) => sum + amountTenthsYen, 0) / 10,
  )
  const kind = lineKinds.find((one) => one === kinds[0])
  const lines = kinds.length === 1 && kind ? kindLabels[kind] : `${kinds.length}回線`
  const more = charges.some(({ rateKey }) => !ownCharges.test(rateKey ?? ''))
    ? '・通話とオプション'
    : ''
  return (
    <p className="answer__parts">
      <span>
        {quote.planName}・{lines}
        {more} {formatCount(totalYen - commonYen)}円
      </span>
      {common.length === 0 ? null : (
        <span>
          {' ＋ '}
          <a href="/fee#fees">各社共通の料金</a> {formatCount(commonYen)}円
        </span>
      )}
      <FirstMonth quote={quote} />
    </p>
  )
}

/** A month that is begun late is charged and filled by days: both are said where the price is. */
function FirstMonth({ quote: { on, baseBytes, firstMonthBytes, planName } }: { quote: Quote }) {
  if (firstMonthBytes === baseBytes) return null
  const month = `${Number(on.slice(5, 7))}月`
  return (
    <span className="answer__first">
      使い始める月は日割りです。{formatDay(on)}に使い始めると、{month}のデータは
      <b>{firstMonthBytes / BYTES_PER_GB}GB</b>、翌月から{planName}です。
    </span>
  )
}

/** What comes besides the monthly total, and a link that keeps the answer. */
export function FurtherTotals({ asked, quote }: Pick<Simulation, 'asked' | 'quote'>) {
  if (!quote) return null
  return (
    <>
      <SummaryList
        entries={[
          ['初期費用（1回だけ）', <Amount key="value" yen={quote.oneOff.totalYen} />],
          ['24か月の合計', <Amount key="value" yen={quote.total24Yen} />],
        ]}
      />
      <p className="small">
        24か月の合計は、{formatMonth(quote.from)}から使い始め、初期費用を含めた金額です。
        {formatDate(quote.on)}の料金表で計算しています。
      </p>
      <p>
        <a href={`/fee?${queryOf(asked)}#simulator`} data-plain="">
          この計算結果へのリンク
        </a>
      </p>
    </>
  )
}

/** Which rule, why, and what can be had instead. */
function Refused({ message, instead }: NonNullable<Simulation['refused']>) {
  return (
    <Notice tone="warning" title="この組み合わせはご利用いただけません">
      <p>{message}</p>
      {instead.length > 0 ? (
        <ul className="link-list">
          {instead.map(({ label, query }) => (
            <li key={query}>
              <a href={`/fee?${query}#simulator`} data-plain="">
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  )
}
