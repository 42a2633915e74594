import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { withQuery } from '#vocabulary/pages.ts'
import { townsOfPostcode } from '#vocabulary/site-pages.ts'
import type { Town } from './towns-of.ts'

type Answer = { readonly towns: readonly Town[] | null }

/** What a postcode stands for, asked as soon as its seven digits are typed; tells of the only town there is, once. */
export function usePostcode(onFound: (only: Town | undefined) => void) {
  const fetcher = useFetcher<Answer>()
  const [isAsked, setIsAsked] = useState(false)
  const answer = fetcher.data
  const tell = useEffectEvent(onFound)

  useEffect(() => {
    if (answer !== undefined) tell(answer.towns?.length === 1 ? answer.towns[0] : undefined)
  }, [answer])

  function look(text: string) {
    if (text.normalize('NFKC').replaceAll(/\D/g, '').length !== 7) return
    setIsAsked(true)
    void fetcher.load(withQuery(townsOfPostcode, { zipcode: text }))
  }

  return { look, towns: isAsked ? (answer?.towns ?? undefined) : ('not yet' as const) }
}
