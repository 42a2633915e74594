import { useState } from 'react'
import { useFetcher } from 'react-router'
import { useAddressForm, useFollowQuery } from '#portal/site/follow-query.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { fieldId } from './asked.ts'
import { Breakdown } from './breakdown.tsx'
import { FurtherFields } from './fields.tsx'
import { Questions } from './questions.tsx'
import type { Simulation } from './simulate.ts'
import type { loader } from './simulation.ts'
import { FurtherTotals, Totals } from './totals.tsx'

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
