import { Charges } from '#portal/mypage/flow/charges.tsx'
import {
  dayOfEstimate,
  formatDelta,
  formatLimit,
  formatWhen,
  lineWords,
  undoWords,
} from '#portal/mypage/flow/wording.ts'
import { formatMonth, formatYen, formatYenWithTax } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import type { Estimate } from '#protocol/procedure.ts'

/** Everything a member should know before ordering, in the order one asks: a page to print and keep. */
export function EstimateSheet({
  estimate,
  date = formatWhen(estimate.effectiveAt ?? estimate.effectiveOn),
  isMonthlyShown = true,
  undo = undoWords(estimate),
  more = [],
}: {
  readonly estimate: Estimate
  /** In words, where the day that counts is not the first one under new conditions. */
  readonly date?: string
  /** Off where no month follows. */
  readonly isMonthlyShown?: boolean
  /** Where undoing hangs on a state rather than on an hour. */
  readonly undo?: string
  readonly more?: readonly SummaryEntry[]
}) {
  const { blockedMeanwhile, notices } = estimate
  return (
    <>
      <Section id="change" title="お手続きの内容">
        <SummaryList
          entries={[...contentEntries(estimate), ...more, ...dateEntries(estimate, date)]}
        />
      </Section>
      <Section id="cost" title="費用">
        <SummaryList
          entries={[
            ...oneOffEntries(estimate),
            ...(isMonthlyShown ? monthlyEntries(estimate) : []),
          ]}
        />
        {estimate.oneOff.totalYen === 0 ? null : (
          <Charges title="手続きの費用の内訳" totals={estimate.oneOff} />
        )}
        {isMonthlyShown ? (
          <Charges title="手続き後の月額料金の内訳" totals={estimate.monthlyAfter} />
        ) : null}
        <p className="small">
          月額料金に、通話料とSMSの料金は含みません。月の途中で始まる料金は日割りで計算します。
        </p>
      </Section>
      <Section id="effect" title="ご利用への影響">
        <SummaryList entries={effectEntries(estimate, undo)} />
        {blockedMeanwhile.length === 0 ? null : (
          <>
            <h3>この手続きが終わるまで、できなくなること</h3>
            <ul>
              {blockedMeanwhile.map(({ operation, message }) => (
                <li key={operation}>{message}</li>
              ))}
            </ul>
          </>
        )}
      </Section>
      {notices.length === 0 ? null : (
        <Section id="notices" title="必ずお読みください">
          <ul>
            {notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function contentEntries({ lines, changes }: Estimate): SummaryEntry[] {
  return [
    ...(lines.length === 0 ? [] : [{ term: '対象の回線', value: lines.map(lineWords).join('、') }]),
    ...changes.map(({ label, before, after }) =>
      before === after
        ? { term: label, value: `${after}（いまと同じ）` }
        : { term: label, value: after, was: before },
    ),
  ]
}

function dateEntries({ operation, closesAt }: Estimate, date: string): SummaryEntry[] {
  return [
    { term: dayOfEstimate(operation), value: <strong>{date}</strong> },
    ...(closesAt === undefined
      ? []
      : [{ term: 'この日付で受け付ける期限', value: formatLimit(closesAt) }]),
  ]
}

function oneOffEntries({ oneOff, oneOffBillMonth }: Estimate): SummaryEntry[] {
  if (oneOff.totalYen === 0) return [{ term: '手続きの費用', value: '0円（かかりません）' }]
  const bill =
    oneOffBillMonth === undefined ? '' : `${formatMonth(oneOffBillMonth)}分の請求に含めます。`
  return [
    {
      term: '手続きの費用（1回のみ）',
      value: (
        <>
          <strong>{formatYenWithTax(oneOff.totalYen)}</strong>
          {bill === '' ? null : <span className="flow-note">{bill}</span>}
        </>
      ),
    },
  ]
}

function monthlyEntries({
  monthlyBefore,
  monthlyAfter,
  monthlyDeltaYen,
}: Estimate): SummaryEntry[] {
  if (monthlyDeltaYen === 0)
    return [
      { term: '月額料金', value: `${formatYenWithTax(monthlyAfter.totalYen)}のまま変わりません` },
    ]
  return [
    {
      term: '月額料金',
      was: formatYen(monthlyBefore.totalYen),
      value: <strong>{formatYenWithTax(monthlyAfter.totalYen)}</strong>,
    },
    { term: '月額料金の差', value: formatDelta(monthlyDeltaYen) },
  ]
}

function effectEntries({ interruption }: Estimate, undo: string): SummaryEntry[] {
  return [
    { term: '通信・通話の中断', value: interruption.message },
    { term: '取り消し', value: undo },
  ]
}
