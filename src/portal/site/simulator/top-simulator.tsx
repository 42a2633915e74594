import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Questions } from './questions.tsx'
import type { Simulation } from './simulate.ts'
import type { loader } from './simulation.ts'
import { Totals } from './totals.tsx'

const ANSWER = '/fee/simulation'

type TopSimulatorProps = {
  readonly first: Simulation | undefined
  /** Told of the first answer, given or asked for. */
  readonly onFirst: (simulation: Simulation) => void
}

/**
 * Three questions and their answer in one card. A plain form: without script it leads to the fee page, with script
 * the answer follows what one chooses.
 */
export function TopSimulator({ first, onFirst }: TopSimulatorProps) {
  const [given, setGiven] = useState(first)
  const { load, data, state } = useFetcher<typeof loader>()
  useEffect(() => {
    if (!given) void load(ANSWER)
  }, [given, load])
  useEffect(() => {
    if (!given && data) setGiven(data)
    if (given) onFirst(given)
  }, [given, data, onFirst])
  const form = useRef<HTMLFormElement>(null)
  const ask = () => {
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form.current ?? undefined))
      if (typeof value === 'string') query.append(name, value)
    void load(`${ANSWER}?${query}`)
  }
  const simulation = data ?? given
  if (!simulation) return <Skeleton lines={8} label="料金を計算しています" />
  return (
    <div className="estimate">
      <form
        ref={form}
        method="get"
        action="/fee#simulator"
        aria-label="3つの質問で、毎月の料金を試算"
        onChange={ask}
      >
        <Questions
          asked={(given ?? simulation).asked}
          choices={(given ?? simulation).choices}
          errors={{}}
        />
        <noscript>
          <Button>料金を計算する</Button>
        </noscript>
      </form>
      <Totals simulation={simulation} isBusy={state !== 'idle'} />
    </div>
  )
}
