import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { loader } from './simulation.ts'
import { Totals } from './totals.tsx'

/** The page's own plain form leads to the fee page; with script its answer also stands here, as soon as one chooses. */
const FORM = '#static-contents form[action^="/fee"]'

export function TopSimulator() {
  const { load, data, state } = useFetcher<typeof loader>()
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>(FORM)
    if (!form) return undefined
    const ask = () => {
      const query = new URLSearchParams()
      for (const [name, value] of new FormData(form))
        if (typeof value === 'string') query.append(name, value)
      void load(`/fee/simulation?${query}`)
    }
    form.addEventListener('change', ask)
    return () => form.removeEventListener('change', ask)
  }, [load])
  return data ? <Totals simulation={data} isBusy={state !== 'idle'} /> : null
}
