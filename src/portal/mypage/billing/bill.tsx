import { brand } from '#brand'
import { billPage, earlierBills, pages, payPage, withQuery } from '#vocabulary/pages.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { Amount } from '#ui/amount.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDate, formatMonth, formatPoints, formatYen } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { BillBadge } from '#portal/mypage/shared/bill-badge.tsx'
import { dueWords } from '#portal/mypage/shared/due-words.ts'
import { FirstBillWords } from '#portal/mypage/shared/first-bill.tsx'
import { BillChart } from './bill-chart.tsx'
import { BillLines } from './bill-lines.tsx'
import { EARLIER_TITLE } from './earlier.tsx'
import { type Bill, type Bill as BillOfMonth, type NextBill, loadMonth } from './load.ts'
import type { Route } from './+types/bill.ts'

type Credit = NonNullable<Bill['credit']>

/** What becomes of a bill below zero: kept for later bills, on its way to a card, or given back. */
function CreditState({ credit }: { readonly credit: Credit }) {
  const { leftYen, message, refunds } = credit
  return (
    <>
      <p>{message}</p>
      {refunds.length === 0 ? null : (
        <ul>
          {refunds.map((refund, n) => (
            <li key={n}>{refundWords(refund)}</li>
          ))}
        </ul>
      )}
      {leftYen === 0 ? null : <p>お預かりの残り：{formatYen(leftYen)}</p>}
    </>
  )
}

function refundWords({ yen, way, state, on, cardMasked }: Credit['refunds'][number]): string {
  const card =
    cardMasked === undefined ? 'お支払いのカード' : `カード（末尾${cardMasked.slice(-4)}）`
  const to = { card: `${card}に`, points: 'ポイントで', transfer: '銀行振込で' }[way]
  const amount = formatYen(yen)
  if (state === 'done') return `${formatDate(on)}に、${to}${amount}をお返ししました`
  if (state === 'asked')
    return `${formatDate(on)}から、${to}${amount}をお返しする手続きをしています`
  return `${formatDate(on)}に、${to}${amount}をお返しできませんでした（カード会社が承認しませんでした）`
}

export function loader({ context, url, params }: Route.LoaderArgs) {
  return loadMonth(callOf(context), url, params.month)
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  // Of an address that is no month nothing was loaded.
  const month = loaderData === undefined ? '' : `${formatMonth(params.month)}分の`
  return pageMeta({ title: `${month}請求`, noindex: true })
}

export default function Bill({ loaderData, params }: Route.ComponentProps) {
  const { bill, next, months, contract, newer, older, opening, firstBills } = loaderData
  const totals = bill ?? next?.soFar
  const way = contract === undefined ? [] : [{ href: earlierBills(contract), label: EARLIER_TITLE }]
  return (
    <Frame title={`${formatMonth(params.month)}分の請求`} way={[pages.billing, ...way]}>
      <nav className="bill-months" aria-label="前後の月">
        {older === undefined ? (
          <span />
        ) : (
          <a href={billPage(older, contract)}>← {formatMonth(older)}分</a>
        )}
        {newer === undefined ? (
          <span />
        ) : (
          <a href={billPage(newer, contract)}>{formatMonth(newer)}分 →</a>
        )}
      </nav>
      {opening === undefined ? null : <FirstBillWords contract={opening} bills={firstBills} />}
      {next === undefined || opening !== undefined ? null : <SoFar next={next} />}
      {bill === undefined ? null : <Fixed bill={bill} isEarlier={contract !== undefined} />}
      {bill === undefined ? null : <BillChart months={months} chosen={bill.month} />}
      <h2>内訳</h2>
      {totals === undefined ? null : <BillLines totals={totals} month={params.month} />}
      {bill === undefined || contract !== undefined ? null : <Papers bill={bill} />}
      <p className="small muted">
        消費税は、請求ごと・税率ごとに一度だけ計算し、1円未満を切り捨てています。
      </p>
    </Frame>
  )
}

function Fixed({ bill, isEarlier }: { readonly bill: BillOfMonth; readonly isEarlier: boolean }) {
  const { difference } = bill
  return (
    <section className="bill-head" aria-label="請求額">
      <p className="bill-head__figure">
        <Amount yen={bill.totalYen} tax="none" size="figure" />
      </p>
      <p>
        <BillBadge bill={bill} /> {whenWords(bill)}
      </p>
      {bill.creditSpentYen === undefined ? null : (
        <p>
          前の請求からのお預かり{formatYen(bill.creditSpentYen)}を、この請求のお支払いに充てました。
        </p>
      )}
      {bill.pointsSpentYen === undefined ? null : (
        <p>
          {brand.pointsPartner}の{formatPoints(bill.pointsSpentYen)}
          を、この請求のお支払いに充てました。
        </p>
      )}
      {bill.credit === undefined ? null : <CreditState credit={bill.credit} />}
      {bill.payableYen === undefined || isEarlier ? null : (
        <ButtonLink href={payPage(bill.billId)}>今すぐ支払う</ButtonLink>
      )}
      {difference === undefined ? null : (
        <Notice title={difference.message}>
          {difference.parts.length === 0 ? null : (
            <ul className="bill-head__parts" role="list">
              {difference.parts.map(({ label, yen }) => (
                <li key={label}>
                  <span>{label}</span>
                  <span>
                    {yen > 0 ? '＋' : '−'}
                    {formatYen(Math.abs(yen))}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </section>
  )
}

const refusedStates: readonly BillOfMonth['state'][] = [
  'failed',
  'retried',
  'unpaid',
  'suspended',
  'final_notice',
  'terminated',
]

/** When it is, was or could not be paid; a bill below zero is not charged. */
function whenWords({ credit, paidAt, chargeOn, state }: BillOfMonth): string {
  if (credit !== undefined) return ''
  if (paidAt !== undefined) return `${formatDate(paidAt)}にお支払い`
  if (state === 'unknown') return `${formatDate(chargeOn)}のお支払いの結果を確認しています`
  return refusedStates.includes(state)
    ? `${formatDate(chargeOn)}にカードへ請求できませんでした`
    : `${formatDate(chargeOn)}にカードへ請求`
}

/** The papers of a bill that businesses keep. */
function Papers({ bill: { billId, rates } }: { readonly bill: BillOfMonth }) {
  return (
    <ButtonRow>
      {rates.some(({ totalYen }) => totalYen > 0) ? (
        <ButtonLink href={withQuery(pages.invoices, { bill: billId })}>適格請求書</ButtonLink>
      ) : null}
      {rates.some(({ totalYen }) => totalYen < 0) ? (
        <ButtonLink href={withQuery(pages.returnInvoices, { return: billId })}>
          適格返還請求書
        </ButtonLink>
      ) : null}
    </ButtonRow>
  )
}

function SoFar({ next }: { readonly next: NextBill }) {
  const { forecast } = next
  return (
    <section className="bill-head" aria-label="今日までの料金">
      <p className="bill-head__figure">
        <Amount yen={next.soFar.totalYen} tax="none" size="figure" />
      </p>
      <p>
        今日までの料金。月末には約{formatYen(forecast.expectedYen)}になる見込みです
        {forecast.highYen > forecast.expectedYen
          ? `（通話が多い月と同じなら${formatYen(forecast.highYen)}）`
          : ''}
        。
      </p>
      <p>{dueWords(next.chargeOn, next.soFar.totalYen)}</p>
    </section>
  )
}
