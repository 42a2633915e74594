import { Amount } from '#ui/amount.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate, formatMonth } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { queryOf } from './asked.ts'
import type { Simulation } from './simulate.ts'

type TotalsProps = { simulation: Simulation; isBusy: boolean }

/** The running answer beside the form. */
export function Totals({ simulation, isBusy }: TotalsProps) {
  return (
    <div
      className="card flow simulator__totals"
      id="simulation"
      tabIndex={-1}
      role="status"
      aria-busy={isBusy}
    >
      <Answer {...simulation} />
    </div>
  )
}

function Answer({ asked, quote, refused }: Simulation) {
  if (refused) return <Refused {...refused} />
  if (!quote) return <p>入力内容を直すと、ここに料金を表示します。</p>
  return (
    <>
      <p className="simulator__heading">毎月の合計</p>
      <p>
        <Amount yen={quote.monthly.totalYen} size="figure" />
      </p>
      <SummaryList
        entries={[
          { term: '初期費用（1回だけ）', value: <Amount yen={quote.oneOff.totalYen} /> },
          { term: '24か月の合計', value: <Amount yen={quote.total24Yen} /> },
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
      <p>
        <ButtonLink href="/order">申し込みの流れと必要なもの</ButtonLink>
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
