import { type ReactNode, useState } from 'react'
import { useFetcher } from 'react-router'
import { useAddressForm, useFollowQuery } from '#portal/site/follow-query.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { fieldId } from './asked.ts'
import { FurtherFields } from './fields.tsx'
import { Questions } from './questions.tsx'
import type { Quote, Simulation } from './simulate.ts'
import type { loader } from './simulation.ts'
import { FurtherTotals, Totals } from './totals.tsx'
import { Accordion } from '#ui/accordion.tsx'
import { formatCount, formatYen } from '#ui/format.ts'
import { Table, type Column } from '#ui/table.tsx'

type QuotedTotals = Quote['monthly']
type QuotedCharge = QuotedTotals['charges'][number]

const taxWords = { excluded: '（税抜）', included: '（税込）', outOfScope: '（消費税対象外）' }

const columns: Column<QuotedCharge>[] = [
  ['項目', (charge) => charge.label, { rowHeader: true }],
  ['計算', (charge) => charge.explanation],
  ['金額', amountOf, { numeric: true }],
]

/** Every part of the totals: what it is, how it was reckoned, and how the tax comes in. */
function Breakdown({ quote, children }: { quote: Quote; children: ReactNode }) {
  return (
    <Accordion title="内訳を見る">
      <div className="flow">
        {children}
        <TotalsTable caption="毎月の料金" totals={quote.monthly} />
        <TotalsTable caption="初期費用（1回だけ）" totals={quote.oneOff} />
        <ul>
          {quote.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </Accordion>
  )
}

function TotalsTable({ caption, totals }: { caption: string; totals: QuotedTotals }) {
  const tax = totals.rates.map((rate) => `${rate.taxPercent}% ${formatYen(rate.taxYen)}`)
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={totals.charges}
      rowKey={(charge) => `${charge.rateKey ?? charge.label} ${charge.explanation}`}
      lean
      total={[
        '合計（税込）',
        tax.length > 0 ? `うち消費税 ${tax.join('、')}` : '',
        formatYen(totals.totalYen),
      ]}
    />
  )
}

/** In the row's own tax basis, tenths of a yen only where there are any. */
function amountOf({ amountTenthsYen, tax }: QuotedCharge): string {
  const tenths = amountTenthsYen % 10
  const whole = formatCount((amountTenthsYen - tenths) / 10)
  return `${whole}${tenths === 0 ? '' : `.${Math.abs(tenths)}`}円${taxWords[tax]}`
}

/** A plain GET form: without script the page answers it, with script it answers while one chooses. */
export function FeeSimulator({ first }: { first: Simulation | undefined }) {
  const [given] = useState(first)
  const fetcher = useFetcher<typeof loader>()
  useFollowQuery(fetcher.load, '/fee/simulation', given !== undefined)
  const { form, ask, submit } = useAddressForm('/fee', toAnswer, isBeyond)
  const simulation = fetcher.data ?? given
  if (!simulation) return <Skeleton lines={8} label="料金を計算しています" />
  const errors = Object.entries(simulation.errors)
  const fields = {
    asked: (given ?? simulation).asked,
    choices: simulation.choices,
    errors: simulation.errors,
  }

  return (
    <div className="simulator flow">
      {errors.length > 0 && !fetcher.data ? (
        <ErrorSummary
          errors={errors.map(([field, message]) => ({ fieldId: fieldId(field), message }))}
        />
      ) : null}
      <div className="estimate">
        <form
          ref={form}
          method="get"
          action="/fee#simulator"
          aria-label="料金シミュレーション"
          noValidate
          onChange={ask}
          onSubmit={submit}
        >
          <Questions {...fields} />
          <FurtherFields {...fields} />
          <noscript>
            <Button>料金を計算する</Button>
          </noscript>
        </form>
        <Totals simulation={simulation} isBusy={fetcher.state !== 'idle'} />
        {simulation.quote ? (
          <Breakdown quote={simulation.quote}>
            <FurtherTotals asked={simulation.asked} quote={simulation.quote} />
          </Breakdown>
        ) : null}
      </div>
    </div>
  )
}

const toAnswer = (page: Document) => page.getElementById('simulation')?.focus()

/** A kind for each line, and none for the lines that are shown no more. */
const isBeyond = (
  name: string,
  { form, query }: { form: HTMLFormElement; query: URLSearchParams },
) => name === 'kind' && query.getAll('kind').length >= lines(form)

function lines(form: HTMLFormElement): number {
  return Number(new FormData(form).get('lines')) || 1
}
