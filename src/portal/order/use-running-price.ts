import { useState, type FormEvent } from 'react'
import { useFetcher } from 'react-router'
import { orderPages } from '#vocabulary/site-pages.ts'
import type { AtStep } from './load.ts'
import type { Answer } from './quote.ts'
import type { Quote } from './wire.ts'

export type RunningPrice = {
  readonly quote: Quote | undefined
  readonly monthlyYen: number | undefined
  readonly oneOffYen: number | undefined
  /** Why what is chosen cannot be had. */
  readonly refused: string | undefined
  readonly isBusy: boolean
}

/** The price that follows what one chooses; without script it is that of what is saved. */
export function useRunningPrice(
  at: AtStep,
): [RunningPrice, (event: FormEvent<HTMLFormElement>) => void] {
  const fetcher = useFetcher<Answer>({ key: 'price' })
  const [asked, setAsked] = useState<{ of: AtStep; moreYen: number }>()
  const isAsked = asked?.of === at
  const answer = isAsked ? fetcher.data : undefined
  const quote = answer?.quote ?? at.quote
  const moreYen = isAsked ? asked.moreYen : 0

  function follow({ currentTarget }: FormEvent<HTMLFormElement>) {
    const form = new FormData(currentTarget)
    if (form.has('plan') || form.has('lines') || form.has('kind')) {
      const query = queryOf(at, form)
      if (query.get('plan') === '') return
      setAsked({ of: at, moreYen: 0 })
      void fetcher.load(`${orderPages.quote}?${query}`)
    } else if (at.place.step === 'options') setAsked({ of: at, moreYen: optionsYen(at, form) })
  }

  const price = {
    quote,
    monthlyYen: quote && quote.monthly.totalYen + moreYen,
    oneOffYen: quote?.oneOff.totalYen,
    refused: answer?.refused,
    isBusy: fetcher.state !== 'idle',
  }
  return [price, follow]
}

/** What is chosen here, with what was answered before. */
function queryOf({ place, application, carried, quote }: AtStep, form: FormData): URLSearchParams {
  const { plan, lines } = application.answers
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const count = Number(text('lines')) || lines.length || 1
  const query = new URLSearchParams({ plan: text('plan') ?? String(plan ?? quote?.plan ?? '') })
  for (let index = 0; index < count; index += 1) {
    const here = place.line === index + 1 ? text('kind') : undefined
    query.append('kind', here ?? lines[index]?.kind ?? carried.kinds[index] ?? 'voice')
  }
  return query
}

/** What the ticked options cost more a month than those that are saved. */
function optionsYen({ application }: AtStep, form: FormData): number {
  const { optionsOffered, answers } = application
  const yenOf = (code: string) =>
    optionsOffered.find(({ optionCode }) => optionCode === code)?.monthlyYen ?? 0
  const ticked = form.getAll('options').flatMap((one) => {
    const isOne = ({ optionCode }: (typeof optionsOffered)[number]) =>
      typeof one === 'string' && one.includes(`"${optionCode}"`)
    return optionsOffered.find(isOne) ?? []
  })
  const now = ticked.reduce((sum, { monthlyYen }) => sum + monthlyYen, 0)
  const saved = (answers.options ?? []).reduce((sum, { optionCode }) => sum + yenOf(optionCode), 0)
  return now - saved
}
