import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { Fold } from '#portal/mypage/flow/fold.tsx'
import { NextBills } from '#portal/mypage/flow/next-bills.tsx'
import { dayFigure, yenFigure, type Figure } from '#portal/mypage/flow/key-figures.tsx'
import {
  dayOfEstimate,
  formatDelta,
  formatLimit,
  formatWhen,
  undoWords,
} from '#portal/mypage/flow/wording.ts'
import { formatMonth, formatYen, formatYenWithTax } from '#ui/format.ts'
import type { SummaryEntry } from '#ui/summary-list.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Estimate } from '#protocol/procedure.ts'

/** The lines it is about; the whole contract where none is named. */
export const linesOf = ({ lines }: Pick<Estimate, 'lines'>) =>
  lines.length === 0 ? 'ご契約' : lines.map(fullNameOfLine).join('、')

/** What it costs once, or the month from then on where nothing is paid once; and the day that counts. */
export function estimateFigures(estimate: Estimate, isMonthlyShown = true): Figure[] {
  const { operation, effectiveAt, effectiveOn, oneOff, monthlyAfter, monthlyDeltaYen } = estimate
  const isFree = oneOff.totalYen === 0
  return [
    isFree && isMonthlyShown && monthlyDeltaYen !== 0
      ? yenFigure('月額料金', monthlyAfter.totalYen, formatDelta(monthlyDeltaYen))
      : yenFigure('手続きの費用', oneOff.totalYen),
    dayFigure(dayOfEstimate(operation), effectiveAt ?? effectiveOn),
  ]
}

type FactsOptions = {
  /** Off where no month follows. */
  readonly isMonthlyShown?: boolean
  /** What only this procedure shows. */
  readonly more?: readonly SummaryEntry[]
}

/** What changes, what it costs and when it can be undone, each in a line (decisions.md: every 確認 shows these). */
export function estimateFacts(
  estimate: Estimate,
  { isMonthlyShown = true, more = [] }: FactsOptions = {},
): SummaryEntry[] {
  const { changes, closesAt, interruption } = estimate
  return [
    ...changes.map(({ label, before, after }): SummaryEntry =>
      before === after ? [label, `${after}（いまと同じ）`] : [label, after, { was: before }],
    ),
    ...more,
    oneOffEntry(estimate),
    ...(isMonthlyShown ? [monthlyEntry(estimate)] : []),
    ['この日付で受け付ける期限', closesAt && formatLimit(closesAt)],
    ['通信・通話の中断', interruption.message],
    ['取り消し', undoWords(estimate)],
  ]
}

function oneOffEntry({ oneOff, oneOffBillMonth }: Estimate): SummaryEntry {
  if (oneOff.totalYen === 0) return ['手続きの費用', '0円（かかりません）']
  const bill =
    oneOffBillMonth === undefined ? '' : `${formatMonth(oneOffBillMonth)}分の請求に含めます。`
  return [
    '手続きの費用（1回のみ）',
    <>
      <strong>{formatYenWithTax(oneOff.totalYen)}</strong>
      {bill === '' ? null : <span className="flow-note">{bill}</span>}
    </>,
  ]
}

function monthlyEntry({ monthlyBefore, monthlyAfter, monthlyDeltaYen }: Estimate): SummaryEntry {
  if (monthlyDeltaYen === 0) return ['月額料金', `${formatYenWithTax(monthlyAfter.totalYen)}のまま`]
  return [
    '月額料金',
    <strong key="value">{formatYenWithTax(monthlyAfter.totalYen)}</strong>,
    { was: formatYen(monthlyBefore.totalYen) },
  ]
}

type SentencesProps = { readonly title: string; readonly sentences: readonly string[] }

/** What is lost for good: in full before the button. */
export function Losses({ title, sentences }: SentencesProps) {
  if (sentences.length === 0) return null
  return (
    <section className="review__read">
      <h2>{title}</h2>
      <Sentences sentences={sentences} />
    </section>
  )
}

/** What must be read before the button is pressed, a sentence a line. */
export function Notices({ sentences }: Pick<SentencesProps, 'sentences'>) {
  if (sentences.length === 0) return null
  return (
    <Fold title="必ずお読みください" hint={`${sentences.length}件`}>
      <Sentences sentences={sentences} />
    </Fold>
  )
}

const Sentences = ({ sentences }: Pick<SentencesProps, 'sentences'>) => (
  <ul>
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)

/** How the sums come about, and what must wait meanwhile. */
export function EstimateFolds({
  estimate,
  isMonthlyShown = true,
}: {
  readonly estimate: Estimate
  readonly isMonthlyShown?: boolean
}) {
  const { oneOff, monthlyAfter, blockedMeanwhile } = estimate
  return (
    <>
      <NextBills bills={estimate.nextBills} />
      {oneOff.totalYen === 0 ? null : <Charges title="手続きの費用の内訳" totals={oneOff} />}
      {isMonthlyShown ? (
        <Charges title="月額料金の内訳" totals={monthlyAfter}>
          <p className="small">
            月額料金に、通話料とSMSの料金は含みません。月の途中で始まる料金は日割りで計算します。
          </p>
        </Charges>
      ) : null}
      {blockedMeanwhile.length === 0 ? null : (
        <Fold title="終わるまで、できなくなること" hint={`${blockedMeanwhile.length}件`}>
          <Sentences sentences={blockedMeanwhile.map(({ message }) => message)} />
        </Fold>
      )}
    </>
  )
}

/** As it was confirmed, on the order's page: the same facts with their day and lines. */
export function ConfirmedEstimate({ estimate }: { readonly estimate: Estimate }) {
  const { lines, operation, effectiveAt, effectiveOn, notices } = estimate
  return (
    <>
      <SummaryList
        entries={[
          ['対象の回線', lines.length === 0 ? undefined : linesOf(estimate)],
          [dayOfEstimate(operation), formatWhen(effectiveAt ?? effectiveOn)],
          ...estimateFacts(estimate),
        ]}
      />
      <Notices sentences={notices} />
      <EstimateFolds estimate={estimate} />
    </>
  )
}
